import java.util.concurrent.CompletableFuture;

// Who joins a future finds it completed while the thread that completes it has called nothing yet, and calls what hangs on it.
public class JoinerCallsWhatIsLeft {
    static int called;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenAccept(value -> called++); //~ data-race "called"
        Thread completer = new Thread(() -> {
            future.complete(1);
            int seen = called;
        });
        completer.start();
        future.join();
        completer.join();
        assert called == 1;
    }
}
