//@ verdict: incomplete
//@ coverage: limited
//@ reason: only while the clock does not move
// Nobody reads the clock before the task has run, so it has not moved in a search. That main dies is not reported, nor is the pool that it leaves.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class LeaksWhatTheClockKeepsOpen {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> task = pool.schedule(() -> 1, 50, TimeUnit.MILLISECONDS);
        assert task.get() == 1;
        if (task.getDelay(TimeUnit.NANOSECONDS) > 0) {
            throw new IllegalStateException("it was early");
        }
        pool.shutdown();
    }
}
