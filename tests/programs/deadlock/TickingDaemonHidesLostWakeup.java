public class TickingDaemonHidesLostWakeup {
    static volatile boolean tick;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread clock = new Thread(() -> {
            while (true) {
                tick = !tick;
            }
        });
        clock.setDaemon(true);
        clock.start();
        new Thread(() -> {
            synchronized (lock) {
                lock.notify();
            }
        }).start();
        synchronized (lock) {
            lock.wait(); //~ deadlock
        }
    }
}
