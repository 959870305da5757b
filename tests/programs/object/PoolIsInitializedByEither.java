// The first call initializes the classes of the pool, whichever it is: the other one may come first all the same.
//@ target: object
//@ set: object.calls=1
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

public class PoolIsInitializedByEither {
    private final AtomicInteger count = new AtomicInteger();

    public int add() {
        return CompletableFuture.supplyAsync(count::incrementAndGet).join();
    }
}
