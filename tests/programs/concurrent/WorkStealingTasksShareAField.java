import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class WorkStealingTasksShareAField {
    static int total;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(2);
        Future<?> one = pool.submit(() -> total += 1); //~ data-race "total"
        Future<?> two = pool.submit(() -> total += 2);
        one.get();
        two.get();
        pool.shutdown();
    }
}
