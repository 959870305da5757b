// A thread that ends takes its own monitor, and is blocked where another one holds it.
public class EndOfAHeldThread {
    public static void main(String[] args) throws InterruptedException {
        Object never = new Object();
        Thread worker = new Thread(() -> {
        });
        worker.start();
        Thread.currentThread().getThreadGroup().enumerate(new Thread[9]);
        synchronized (worker) {
            synchronized (never) {
                never.wait(); //~ deadlock
            }
        }
    }
}
