//@ assumes: timeouts-last-resort
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

// main only sleeps and looks until the task has come three times.
public class PeriodicTaskEndsAPoll {
    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        AtomicInteger ticks = new AtomicInteger();
        clock.scheduleAtFixedRate(ticks::incrementAndGet, 0, 20, TimeUnit.MILLISECONDS);
        while (ticks.get() < 3) {
            Thread.sleep(5);
        }
        clock.shutdownNow();
    }
}
