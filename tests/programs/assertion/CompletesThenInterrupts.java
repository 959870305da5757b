//@ jdk: 17
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

// `get` finds no result, then asks whether its thread was interrupted: the result and the interrupt may both come in between.
public class CompletesThenInterrupts {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                future.get();
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        future.complete(1);
        waiter.interrupt();
        waiter.join();
        assert !interrupted; //~ assertion-failure
    }
}
