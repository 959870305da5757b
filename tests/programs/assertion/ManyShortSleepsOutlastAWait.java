import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

// Each sleep is short beside the wait, and together they are longer.
public class ManyShortSleepsOutlastAWait {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Thread worker = new Thread(() -> {
            try {
                for (int i = 0; i < 30; i++) {
                    Thread.sleep(10);
                }
            } catch (InterruptedException e) {
                return;
            }
            done.countDown();
        });
        worker.start();
        assert done.await(200, TimeUnit.MILLISECONDS); //~ assertion-failure
        worker.join();
    }
}
