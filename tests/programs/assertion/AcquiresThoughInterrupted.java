import java.util.concurrent.Semaphore;

// Who was woken for a permit asks whether it was interrupted, and tries after that. An interrupt in between stops it no more.
public class AcquiresThoughInterrupted {
    static volatile boolean normally;

    public static void main(String[] args) throws InterruptedException {
        Semaphore permits = new Semaphore(0);
        Thread taker = new Thread(() -> {
            try {
                permits.acquire();
                normally = true;
            } catch (InterruptedException e) {
                // The usual way.
            }
        });
        taker.start();
        while (!permits.hasQueuedThreads()) {
            Thread.yield();
        }
        permits.release();
        taker.interrupt();
        int left = permits.availablePermits();
        taker.join();
        assert left == 0 || !normally; //~ assertion-failure
    }
}
