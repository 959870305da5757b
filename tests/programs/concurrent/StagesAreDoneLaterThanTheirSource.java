import java.util.concurrent.CompletableFuture;

// Of what hangs on a future each is completed for itself, the latest first.
public class StagesAreDoneLaterThanTheirSource {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Void> all = CompletableFuture.allOf(source, CompletableFuture.completedFuture(1));
        CompletableFuture<Integer> handled = source.handle((value, wrong) -> value);
        Thread other = new Thread(() -> source.complete(1));
        other.start();
        if (source.isDone()) {
            assert handled.isDone(); //~ assertion-failure
            assert all.isDone(); //~ assertion-failure
        }
        other.join();
    }
}
