import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

// `get` finds no result, then asks whether its thread was interrupted: the result and the interrupt may both come in between.
public class FutureIsSetThenInterrupted {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
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
        task.run();
        waiter.interrupt();
        waiter.join();
        assert !interrupted; //~ assertion-failure
    }
}
