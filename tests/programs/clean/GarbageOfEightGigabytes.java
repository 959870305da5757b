public class GarbageOfEightGigabytes {
    static byte[] last;

    public static void main(String[] args) throws InterruptedException {
        // Before there is a second thread: all of it within the first step.
        for (int i = 0; i < 8_000; i++) {
            last = new byte[1 << 20];
        }
        Thread other = new Thread(() -> {
            synchronized (GarbageOfEightGigabytes.class) {
                last[0]++;
            }
        });
        other.start();
        synchronized (GarbageOfEightGigabytes.class) {
            last[0]++;
        }
        other.join();
        assert last[0] == 2;
    }
}
