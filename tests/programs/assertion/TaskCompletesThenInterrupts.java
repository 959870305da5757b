import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinTask;

// `get` finds a task that is not done, then asks whether its thread was interrupted: the task may end, and the interrupt come, in between.
public class TaskCompletesThenInterrupts {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 1);
        Thread waiter = new Thread(() -> {
            try {
                task.get();
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        task.complete(1);
        waiter.interrupt();
        waiter.join();
        assert !interrupted; //~ assertion-failure
    }
}
