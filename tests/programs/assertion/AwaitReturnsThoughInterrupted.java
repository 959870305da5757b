import java.util.concurrent.CountDownLatch;

// `await` asks first whether its thread was interrupted. If it was not, the interrupt and the count may both come before it looks at the latch.
public class AwaitReturnsThoughInterrupted {
    static volatile boolean normally;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                latch.await();
                normally = true;
            } catch (InterruptedException e) {
                // The usual way.
            }
        });
        waiter.start();
        waiter.interrupt();
        latch.countDown();
        waiter.join();
        assert !normally; //~ assertion-failure
    }
}
