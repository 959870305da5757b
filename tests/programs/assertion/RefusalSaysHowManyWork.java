import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

// The message of a refusal counts the tasks that are completed: one whose work is done may not be counted yet.
public class RefusalSaysHowManyWork {
    static volatile boolean acted;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> acted = true);
        pool.shutdown();
        boolean before = acted;
        try {
            pool.execute(() -> acted = true);
            assert false;
        } catch (RejectedExecutionException e) {
            assert !before || e.getMessage().contains("completed tasks = 1"); //~ assertion-failure
        }
    }
}
