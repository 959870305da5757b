public class DaemonWakesMain {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread daemon = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        synchronized (lock) {
            while (!ready) {
                lock.wait();
            }
        }
    }
}
