import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

// As long as the count has not come down, a wait without time fails.
public class LatchIsAwaitedForNoTime {
    static volatile boolean acted;
    static final CountDownLatch latch = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            acted = true;
            latch.countDown();
        });
        other.start();
        if (acted) {
            assert latch.await(0, TimeUnit.SECONDS); //~ assertion-failure
        }
        other.join();
    }
}
