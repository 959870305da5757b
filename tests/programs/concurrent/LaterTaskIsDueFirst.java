import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// The second task is due two microseconds before the first one, unless more time passes between the two calls.
public class LaterTaskIsDueFirst {
    //@ assumes: virtual-clock
    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        CountDownLatch bothAreIn = new CountDownLatch(1);
        StringBuffer order = new StringBuffer();
        pool.execute(() -> await(bothAreIn));
        pool.schedule(() -> order.append("first"), 2, TimeUnit.MICROSECONDS);
        pool.schedule(() -> order.append("second"), 0, TimeUnit.MICROSECONDS);
        bothAreIn.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        assert order.toString().equals("secondfirst");
    }
}
