import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// Whoever calls runs the tasks: no thread parks, and what is late is cancelled.
public class InvokesAllWithinAMicrosecond {
    //@ assumes: timeouts-last-resort
    static class Direct extends ThreadPoolExecutor {
        Direct() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Callable<Integer>> tasks = Arrays.asList(() -> 1, () -> 2);
        for (Future<Integer> one : new Direct().invokeAll(tasks, 1000, TimeUnit.NANOSECONDS)) {
            assert !one.isCancelled();
        }
    }
}
