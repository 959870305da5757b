/** The loop ends only when the wait has ended by its time, whatever the others do meanwhile. */
public class SpinsUntilAWaitEndsByItsTime {
    private static volatile boolean over;

    public static void main(String[] args) {
        int[] sum = new int[1];
        Runnable add = () -> {
            for (int i = 0; i < 2; i++) {
                synchronized (sum) {
                    sum[0]++;
                }
            }
        };
        new Thread(add).start();
        new Thread(add).start();
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(1_000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            over = true;
        }).start();
        while (!over) {
            Thread.yield();
        }
    }
}
