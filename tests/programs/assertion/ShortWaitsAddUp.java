// Five parks of a second each take longer than main is ready to wait.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class ShortWaitsAddUp {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                LockSupport.parkNanos(1_000_000_000L);
            }
            done.countDown();
        }).start();
        assert done.await(3, TimeUnit.SECONDS); //~ assertion-failure
    }
}
