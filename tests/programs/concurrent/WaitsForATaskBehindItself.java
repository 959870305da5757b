import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The only worker waits for a task that only it could run.
public class WaitsForATaskBehindItself {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        int sum = pool.submit(() -> 1 + pool.submit(() -> 2).get()).get(); //~ deadlock
        assert sum == 3;
        pool.shutdown();
    }
}
