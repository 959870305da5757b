import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledTasksShareACounter {
    static int ticks;

    public static void main(String[] args) {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        Runnable tick = () -> ticks++; //~ data-race "ticks"
        timer.schedule(tick, 10, TimeUnit.MILLISECONDS);
        timer.schedule(tick, 10, TimeUnit.MILLISECONDS);
        timer.shutdown();
    }
}
