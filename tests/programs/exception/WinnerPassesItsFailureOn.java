import java.util.concurrent.CompletableFuture;

// Nobody asks the stage that the failed one has decided.
public class WinnerPassesItsFailureOn {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            CompletableFuture<Integer> failed = CompletableFuture.supplyAsync(() -> {
                throw new IllegalStateException("wins"); //~ uncaught-exception
            }, Runnable::run);
            CompletableFuture.anyOf(failed, CompletableFuture.completedFuture(1));
        });
        other.start();
        other.join();
    }
}
