import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

// A thread that has the flag set gets the result of a task that is done, and an exception for one that is not.
public class AsksForATaskWhileItIsInterrupted {
    static volatile boolean acted;

    public static void main(String[] args) throws ExecutionException, InterruptedException {
        FutureTask<Boolean> task = new FutureTask<>(() -> acted = true);
        Thread runner = new Thread(task);
        runner.start();
        boolean interrupted = false;
        if (acted) {
            Thread.currentThread().interrupt();
            try {
                task.get();
                Thread.interrupted();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        assert !interrupted; //~ assertion-failure
        runner.join();
    }
}
