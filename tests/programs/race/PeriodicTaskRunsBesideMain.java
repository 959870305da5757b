import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// A period is what the program asks for, as a delay is: the task may run while others move.
public class PeriodicTaskRunsBesideMain {
    static int ticks;

    public static void main(String[] args) {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.scheduleAtFixedRate(() -> ticks++, 1, 1, TimeUnit.MILLISECONDS); //~ data-race "ticks"
        int seen = ticks;
        pool.shutdownNow();
        assert seen >= 0;
    }
}
