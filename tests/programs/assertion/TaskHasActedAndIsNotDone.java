import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

// What a task did shows before the task is done, to whoever does not wait for it forever.
public class TaskHasActedAndIsNotDone {
    static volatile boolean acted;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureTask<Boolean> task = new FutureTask<>(() -> acted = true);
        Thread runner = new Thread(task);
        runner.start();
        if (acted) {
            boolean done = true;
            try {
                task.get(0, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                done = false;
            }
            assert done; //~ assertion-failure
        }
        runner.join();
    }
}
