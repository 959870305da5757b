import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

// The stage that depends on the failed one fails with the same exception: it is told once.
public class StageThatNobodyAsks {
    //@ findings: 1
    static final AtomicInteger COUNT = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        Thread other = new Thread(() -> {
            try {
                first.complete(Integer.parseInt("seven")); //~ uncaught-exception "never retrieved from its Future"
            } catch (NumberFormatException wrong) {
                first.completeExceptionally(wrong);
            }
        });
        first.thenApply(v -> v + 1).thenAccept(COUNT::addAndGet);
        other.start();
        other.join();
    }
}
