import java.util.concurrent.CompletableFuture;

// Nobody threw it: it says to whoever may wait that nothing will come.
public class SignalIsNoFailure {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<Integer> length = answer.thenApply(String::length);
        Thread closer = new Thread(() -> answer.completeExceptionally(new IllegalStateException("closed")));
        closer.start();
        closer.join();
        assert length.isDone();
    }
}
