import java.util.concurrent.CompletableFuture;

public class CompletableFutureIsCompletedByAnother {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> last = first.thenApply(v -> v + 1).thenApply(v -> v * 2);
        Thread other = new Thread(() -> first.complete(1));
        other.start();
        assert last.get() == 4;
        assert CompletableFuture.supplyAsync(() -> 5).thenApply(v -> v + 1).get() == 6;
    }
}
