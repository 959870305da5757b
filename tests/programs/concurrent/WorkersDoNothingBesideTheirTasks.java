import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

// Whoever waits for tasks, a latch or the end of a pool finds all that the tasks did.
public class WorkersDoNothingBesideTheirTasks {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        AtomicInteger sum = new AtomicInteger();
        CountDownLatch latch = new CountDownLatch(1);
        int[] plain = new int[1];
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> first = pool.submit(() -> {
            plain[0] = 1;
            return sum.incrementAndGet();
        });
        pool.execute(() -> {
            sum.incrementAndGet();
            latch.countDown();
        });
        assert first.get() > 0 && plain[0] == 1;
        latch.await();
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.DAYS);
        assert sum.get() == 2;
    }
}
