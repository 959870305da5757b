import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The pool has a handler of the program's, which takes what a task throws. */
public class HandlerOfAForkJoinPool {
    public static void main(String[] args) throws InterruptedException {
        AtomicReference<Throwable> taken = new AtomicReference<>();
        ForkJoinPool pool = new ForkJoinPool(
                1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, (thread, thrown) -> taken.set(thrown), true);
        pool.execute(() -> {
            throw new IllegalStateException("refused");
        });
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        assert taken.get() instanceof IllegalStateException;
    }
}
