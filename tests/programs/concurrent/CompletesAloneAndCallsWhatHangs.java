import java.util.concurrent.CompletableFuture;

/** Nobody else completes it: what hangs on it has been called when `complete` returns. */
public class CompletesAloneAndCallsWhatHangs {
    static final CompletableFuture<Integer> FUTURE = new CompletableFuture<>();
    static volatile boolean called;
    static volatile boolean seen;

    public static void main(String[] args) throws InterruptedException {
        FUTURE.thenRun(() -> called = true);
        Thread other = new Thread(() -> seen = called);
        other.start();
        FUTURE.complete(1);
        assert called;
        assert !FUTURE.complete(2);
        other.join();
    }
}
