//@ jdk: 11
public class WaitsUntilTheOtherWaits {
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    while (!go) {
                        lock.wait();
                    }
                } catch (InterruptedException stop) {
                    throw new IllegalStateException(stop);
                }
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        synchronized (lock) {
            go = true;
            lock.notify();
        }
    }
}
