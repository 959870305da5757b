//@ jdk: 11
import java.util.concurrent.CompletableFuture;

// Whoever knows that the source is complete may still be the one who completes the stage.
public class StageIsTakenFromItsSource {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Object> either = CompletableFuture.anyOf(source, new CompletableFuture<>());
        CompletableFuture<Integer> copy = source.copy();
        Thread other = new Thread(() -> source.completeExceptionally(new IllegalStateException("closed")));
        other.start();
        if (source.isCompletedExceptionally()) {
            assert !copy.complete(2); //~ assertion-failure
            assert !either.cancel(true); //~ assertion-failure
        }
        other.join();
    }
}
