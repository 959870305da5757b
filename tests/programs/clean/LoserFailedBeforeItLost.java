import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Of several stages one decides: that another one fails is nobody's business, before or after the choice.
public class LoserFailedBeforeItLost {
    static CompletableFuture<Integer> failing(ExecutorService pool) {
        return CompletableFuture.supplyAsync(() -> {
            throw new AssertionError("lost");
        }, pool);
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CompletableFuture<Integer> first = CompletableFuture.completedFuture(2);
        int either = first.applyToEither(failing(pool), i -> i).join();
        Object any = CompletableFuture.anyOf(first, failing(pool)).join();
        pool.shutdown();
        assert either == 2 && any.equals(2);
    }
}
