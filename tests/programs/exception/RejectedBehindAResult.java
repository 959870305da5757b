import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// Who has the result of the first task may find the second one still in the queue, which has room for one.
public class RejectedBehindAResult {
    static boolean rejected;

    public static void main(String[] args) throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), (task, full) -> rejected = true);
        Future<Integer> first = pool.submit(() -> {
            queued.await();
            return 1;
        });
        pool.execute(() -> { });
        queued.countDown();
        first.get();
        pool.execute(() -> { });
        pool.shutdown();
        if (rejected) {
            throw new IllegalStateException(); //~ uncaught-exception
        }
    }
}
