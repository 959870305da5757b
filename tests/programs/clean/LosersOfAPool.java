import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A stage that is about to fail while another stage is chosen: nobody has to ask it.
public class LosersOfAPool {
    static CompletableFuture<Integer> failing(ExecutorService pool) {
        return CompletableFuture.supplyAsync(() -> {
            throw new AssertionError("lost");
        }, pool);
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CompletableFuture<Integer> first = CompletableFuture.completedFuture(2);
        int either = first.applyToEither(failing(pool), i -> i).join();
        assert either == 2;
        assert CompletableFuture.anyOf(first, failing(pool)).join().equals(2);
        pool.shutdown();
    }
}
