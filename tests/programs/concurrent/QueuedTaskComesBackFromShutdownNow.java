import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The worker may or may not have taken the second task when the pool is shut down.
public class QueuedTaskComesBackFromShutdownNow {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> 1).get();
        pool.execute(() -> { });
        assert pool.shutdownNow().isEmpty(); //~ assertion-failure
    }
}
