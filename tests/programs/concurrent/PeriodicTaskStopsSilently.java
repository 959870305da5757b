import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// After an exception a periodic task never runs again, and nobody hears of it.
public class PeriodicTaskStopsSilently {
    static int round;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        timer.scheduleAtFixedRate(() -> {
            if (++round == 2) {
                throw new IllegalStateException("second round"); //~ uncaught-exception "never retrieved from its Future"
            }
        }, 1, 1, TimeUnit.SECONDS); //~^^^^ thread-leak
    }
}
