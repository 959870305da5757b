import java.util.concurrent.locks.LockSupport;

/** An interrupt makes the permit available that LockSupport.park takes, and clearing the flag does not take it back. */
public class InterruptLeavesAPermit {
    public static void main(String[] args) throws InterruptedException {
        Thread parks = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            LockSupport.park();
        });
        parks.start();
        parks.interrupt();
        parks.join();
        Thread.currentThread().interrupt();
        Thread.interrupted();
        LockSupport.park();
    }
}
