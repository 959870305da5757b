import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class TimersWithoutEnd {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        for (int i = 0;; i++) {
            pool.schedule(() -> 1, i, TimeUnit.DAYS);
        }
    }
}
