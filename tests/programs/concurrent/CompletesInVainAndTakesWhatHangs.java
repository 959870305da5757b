import java.util.concurrent.CompletableFuture;

/** Who completes a future in vain calls what hangs on it all the same: the first one may return before that is called. */
public class CompletesInVainAndTakesWhatHangs {
    static final CompletableFuture<Integer> FUTURE = new CompletableFuture<>();
    static volatile boolean called;

    public static void main(String[] args) throws InterruptedException {
        FUTURE.thenRun(() -> called = true);
        Thread other = new Thread(() -> FUTURE.complete(2));
        other.start();
        if (FUTURE.complete(1)) {
            assert called; //~ assertion-failure
        }
        other.join();
        assert called;
    }
}
