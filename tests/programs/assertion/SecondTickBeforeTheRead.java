//@ needs: short-sleep
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// The task runs again before main reads (real: in each run).
public class SecondTickBeforeTheRead {
    static volatile int ticks;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.scheduleAtFixedRate(
                () -> {
                    ticks++;
                    first.countDown();
                },
                1,
                1,
                TimeUnit.MILLISECONDS);
        first.await();
        int seen = ticks;
        pool.shutdownNow();
        assert seen == 1; //~ assertion-failure
    }
}
