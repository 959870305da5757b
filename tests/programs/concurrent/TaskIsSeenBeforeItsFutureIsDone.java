import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// Also where the task ends by an exception, which the future keeps.
public class TaskIsSeenBeforeItsFutureIsDone {
    static volatile boolean ran;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> future = pool.submit(() -> { //~ thread-leak
            ran = true;
            throw new IllegalStateException(); //~ uncaught-exception
        });
        if (ran) {
            assert future.isDone(); //~ assertion-failure
        }
        pool.shutdown();
    }
}
