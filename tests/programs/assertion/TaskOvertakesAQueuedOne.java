import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The only worker dies of its task: who submits before there is another one starts it with a task of its own (real: 10 of 2,000). */
public class TaskOvertakesAQueuedOne {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task);
            worker.setUncaughtExceptionHandler((thread, thrown) -> { });
            return worker;
        });
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        pool.execute(() -> {
            throw new IllegalStateException();
        });
        pool.execute(() -> order.add(1));
        pool.execute(() -> order.add(2));
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        assert order.equals(Arrays.asList(1, 2)); //~ assertion-failure
    }
}
