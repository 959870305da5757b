import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The exception that the future keeps says only that the task was told to stop.
public class InterruptedTaskIsGivenUp {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch never = new CountDownLatch(1);
        pool.submit(() -> {
            never.await();
            return 1;
        });
        pool.shutdownNow();
    }
}
