import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** As many tasks as a pool has threads, each awaited. Argument: how many. */
public class PoolTasks {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        AtomicInteger sum = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(n);
        Runnable task = sum::incrementAndGet;
        Future<?>[] results = new Future<?>[n];
        for (int i = 0; i < n; i++) {
            results[i] = pool.submit(task);
        }
        for (Future<?> result : results) {
            result.get();
        }
        pool.shutdown();
        if (sum.get() != n) {
            throw new AssertionError();
        }
    }
}
