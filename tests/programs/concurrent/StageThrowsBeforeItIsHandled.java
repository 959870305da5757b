import java.util.concurrent.CompletableFuture;

public class StageThrowsBeforeItIsHandled {
    public static void main(String[] args) {
        //@ time-limit: 20s
        CompletableFuture<Integer> broken = new CompletableFuture<>();
        CompletableFuture<Integer> mended = broken.thenApply(n -> 10 / n).exceptionally(problem -> -1);
        new Thread(() -> broken.complete(0)).start();
        assert mended.join() == -1;
    }
}
