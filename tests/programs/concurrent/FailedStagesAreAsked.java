import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

// However somebody learns of an exception, it is not lost; and a cancelled stage has none.
public class FailedStagesAreAsked {
    static CompletableFuture<Integer> failed() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        stage.completeExceptionally(new IllegalStateException("no"));
        return stage;
    }

    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            failed().handle((value, wrong) -> seen++);
            failed().whenComplete((value, wrong) -> seen++).thenApply(v -> v + 1);
            failed().thenApply(v -> v + 1).exceptionally(wrong -> seen++);
            failed().handle((value, wrong) -> seen++).thenCompose(CompletableFuture::completedFuture);
            assert failed().isCompletedExceptionally();
            new CompletableFuture<Integer>().cancel(true);
            CompletableFuture<Integer> one = new CompletableFuture<>();
            CompletableFuture<Integer> two = new CompletableFuture<>();
            CompletableFuture<Void> both = CompletableFuture.allOf(one, two);
            one.completeExceptionally(new IllegalStateException("one"));
            two.completeExceptionally(new IllegalStateException("two"));
            try {
                both.join();
                assert false;
            } catch (CompletionException expected) {
                seen++;
            }
            CompletableFuture<Integer> slow = new CompletableFuture<>();
            CompletableFuture<Object> any = CompletableFuture.anyOf(CompletableFuture.completedFuture(1), slow);
            slow.completeExceptionally(new IllegalStateException("late"));
            assert any.join().equals(1);
        });
        other.start();
        other.join();
        assert seen == 5;
    }
}
