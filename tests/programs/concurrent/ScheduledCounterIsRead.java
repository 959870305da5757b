import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// Sleeping longer than the task's delay orders nothing.
public class ScheduledCounterIsRead {
    static int ticks;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        timer.schedule(() -> ticks++, 10, TimeUnit.MILLISECONDS); //~ data-race "ticks"
        Thread.sleep(50);
        System.out.println(ticks);
        timer.shutdown();
    }
}
