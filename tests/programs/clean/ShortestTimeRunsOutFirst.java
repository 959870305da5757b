//@ assumes: timeouts-last-resort
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

// Each waits with a time for what another one does after a much shorter one.
public class ShortestTimeRunsOutFirst {
    static void parkBriefly(CountDownLatch done) {
        LockSupport.parkNanos(1_000);
        done.countDown();
    }

    static void pollBriefly(CountDownLatch done) {
        try {
            new LinkedBlockingQueue<String>().poll(10, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        done.countDown();
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch parked = new CountDownLatch(1);
        new Thread(() -> parkBriefly(parked)).start();
        assert parked.await(5, TimeUnit.SECONDS);

        CountDownLatch polled = new CountDownLatch(1);
        new Thread(() -> pollBriefly(polled)).start();
        assert polled.await(5, TimeUnit.SECONDS);

        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        Future<Integer> answer = pool.schedule(() -> 42, 10, TimeUnit.MILLISECONDS);
        assert answer.get(1, TimeUnit.HOURS) == 42;
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.HOURS);
    }
}
