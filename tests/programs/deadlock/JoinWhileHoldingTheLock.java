public class JoinWhileHoldingTheLock {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread worker = new Thread(() -> {
            synchronized (lock) {
                Thread.yield();
            }
        });
        worker.start();
        synchronized (lock) {
            worker.join(); //~ deadlock
        }
    }
}
