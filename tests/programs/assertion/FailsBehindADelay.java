import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

// It fails in each run, and needs nothing unlikely: main waits for the delay.
public class FailsBehindADelay {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> later = pool.schedule(() -> 5, 1, TimeUnit.MILLISECONDS);
        int given = later.get();
        pool.shutdown();
        assert given == 4; //~ assertion-failure
    }
}
