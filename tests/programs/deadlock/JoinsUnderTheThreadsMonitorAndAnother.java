// `join` gives up the monitor of the thread alone: the worker waits for the other one forever.
public class JoinsUnderTheThreadsMonitorAndAnother {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (Thread.currentThread()) {
                synchronized (lock) { //~ deadlock
                    lock.notify();
                }
            }
        });
        synchronized (lock) {
            synchronized (worker) {
                worker.start();
                worker.join();
            }
        }
    }
}
