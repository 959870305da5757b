//@ jdk: 8 to 17
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

// As UsedPoolForgetsATask, where the pool has its queues already: Java 8 has a way of its own for that.
public class UsedPoolForgetsATask {
    static volatile boolean ran;

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(() -> { }).join();
        Thread closer = new Thread(pool::shutdown);
        closer.start();
        boolean accepted = true;
        try {
            pool.execute(() -> ran = true);
        } catch (RejectedExecutionException e) {
            accepted = false;
        }
        closer.join();
        pool.awaitTermination(1, TimeUnit.DAYS);
        assert ran || !accepted; //~ assertion-failure
    }
}
