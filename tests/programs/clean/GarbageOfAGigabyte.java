public class GarbageOfAGigabyte {
    static byte[] last;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 20_000; i++) {
            byte[] garbage = new byte[1 << 16];
            garbage[i & 0xffff] = 1;
            last = i % 1_000 == 0 ? garbage : last;
        }
        Thread other = new Thread(() -> {
            synchronized (GarbageOfAGigabyte.class) {
                last[0]++;
            }
        });
        other.start();
        synchronized (GarbageOfAGigabyte.class) {
            last[0]++;
        }
        other.join();
        assert last[0] == 2 && last[19_000] == 1;
    }
}
