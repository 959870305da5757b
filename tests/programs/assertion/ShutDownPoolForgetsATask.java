//@ jdk: 8 to 17
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

// A fork-join pool that is shut down stops once it finds nothing to do. A task that comes in between was accepted, and is cancelled.
public class ShutDownPoolForgetsATask {
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
        assert ran || !accepted; //~ assertion-failure
    }
}
