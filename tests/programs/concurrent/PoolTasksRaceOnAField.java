import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolTasksRaceOnAField {
    static int count;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Runnable task = () -> count++; //~ data-race "count"
        pool.execute(task);
        pool.execute(task);
        pool.shutdown();
    }
}
