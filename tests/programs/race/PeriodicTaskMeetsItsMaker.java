import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// The first delay of a task orders nothing, whether or not the task is periodic.
public class PeriodicTaskMeetsItsMaker {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.scheduleAtFixedRate(() -> n++, 10, 10, TimeUnit.MILLISECONDS); //~ data-race
        n = 2; //~ data-race
        Thread.sleep(100);
        pool.shutdown();
    }
}
