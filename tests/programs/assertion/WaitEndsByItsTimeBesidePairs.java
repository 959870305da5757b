/** The notification may come before the wait. Then the wait ends by its time, when all others have ended. */
public class WaitEndsByItsTimeBesidePairs {
    private static final Object LOCK = new Object();

    private static Thread[] pair() {
        int[] sum = new int[1];
        Runnable add = () -> {
            for (int i = 0; i < 2; i++) {
                synchronized (sum) {
                    sum[0]++;
                }
            }
        };
        return new Thread[] {new Thread(add), new Thread(add)};
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            for (Thread thread : pair()) {
                thread.start();
            }
        }
        new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
        }).start();
        long before = System.nanoTime();
        synchronized (LOCK) {
            LOCK.wait(1_000);
            long waited = System.nanoTime() - before;
            assert waited < 1_000_000_000 : "told too early"; //~ assertion-failure "told too early"
        }
    }
}
