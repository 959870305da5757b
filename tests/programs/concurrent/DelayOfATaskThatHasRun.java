//@ assumes: virtual-clock
// A task that has run was due: its delay is over.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class DelayOfATaskThatHasRun {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> task = pool.schedule(() -> 1, 50, TimeUnit.MILLISECONDS);
        assert task.getDelay(TimeUnit.MILLISECONDS) <= 50;
        assert task.get() == 1;
        assert task.getDelay(TimeUnit.NANOSECONDS) <= 0;
        pool.shutdown();
    }
}
