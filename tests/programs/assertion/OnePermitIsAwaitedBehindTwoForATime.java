import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

// Who waits for two permits is ahead of who waits for one, for as long as it waits.
public class OnePermitIsAwaitedBehindTwoForATime {
    static volatile boolean acquired;

    public static void main(String[] args) throws InterruptedException {
        Semaphore permits = new Semaphore(0);
        Thread one = new Thread(() -> {
            try {
                acquired = permits.tryAcquire(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                acquired = false;
            }
        });
        one.start();
        permits.release();
        permits.tryAcquire(2, 10, TimeUnit.SECONDS);
        one.join();
        assert acquired; //~ assertion-failure
    }
}
