public class GarbageOfTwoGigabytes {
    static byte[] last;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 60_000; i++) {
            byte[] garbage = new byte[1 << 15];
            garbage[i & 0x7fff] = 1;
            last = i % 1_000 == 0 ? garbage : last;
        }
        Thread other = new Thread(() -> {
            synchronized (GarbageOfTwoGigabytes.class) {
                last[0]++;
            }
        });
        other.start();
        synchronized (GarbageOfTwoGigabytes.class) {
            last[0]++;
        }
        other.join();
        assert last[0] == 2 && last.length == 1 << 15;
    }
}
