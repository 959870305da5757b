import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledTaskRunsOnce {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> task = pool.schedule(() -> 7, 10, TimeUnit.MILLISECONDS);
        assert task.get() == 7;
        pool.shutdown();
    }
}
