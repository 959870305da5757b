//@ jdk: 21
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

// Since Java 21 a fork-join pool is asked whether it is open when the task's queue is locked already, and is not at rest meanwhile.
public class ShutDownPoolRunsWhatItTook {
    static volatile boolean ran;

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(1);
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
        assert ran || !accepted;
    }
}
