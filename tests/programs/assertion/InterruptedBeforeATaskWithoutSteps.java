import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// The task does nothing that others see, and is not done when its worker starts.
public class InterruptedBeforeATaskWithoutSteps {
    static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread waiter = new Thread(() -> {
            Future<Integer> task = pool.submit(() -> 1);
            try {
                task.get();
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        pool.shutdown();
        assert !interrupted; //~ assertion-failure
    }
}
