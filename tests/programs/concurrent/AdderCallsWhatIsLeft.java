import java.util.concurrent.CompletableFuture;

// Who adds a function finds the future completed meanwhile, and calls the other function that hangs on it as well: the thread that
// completes it may return before.
public class AdderCallsWhatIsLeft {
    static volatile boolean called;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenAccept(value -> called = true);
        Thread completer = new Thread(() -> {
            future.complete(3);
            assert called; //~ assertion-failure
        });
        completer.start();
        future.whenComplete((value, thrown) -> { });
        completer.join();
    }
}
