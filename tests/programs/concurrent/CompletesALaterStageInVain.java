import java.util.concurrent.CompletableFuture;

/** Who completes a stage too late calls what hangs on it: the one whose value it has may return before that is called. */
public class CompletesALaterStageInVain {
    static final CompletableFuture<Integer> ROOT = new CompletableFuture<>();
    static final CompletableFuture<Integer> STAGE = ROOT.thenApply(x -> x + 1);
    static volatile boolean called;

    public static void main(String[] args) throws InterruptedException {
        STAGE.thenRun(() -> called = true);
        Thread other = new Thread(() -> STAGE.complete(0));
        other.start();
        ROOT.complete(1);
        boolean seen = called;
        other.join();
        assert called;
        assert STAGE.join() != 2 || seen; //~ assertion-failure
    }
}
