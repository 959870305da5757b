import java.util.concurrent.CompletableFuture;

// Who cancels has won, and tells the functions afterwards; what they are told then is what was forced upon the future.
public class ObtrudedBeforeItIsTold {
    static volatile boolean cancelled;
    static volatile boolean ran;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> price = new CompletableFuture<>();
        price.thenRun(() -> ran = true);
        Thread other = new Thread(() -> cancelled = price.cancel(true));
        other.start();
        price.obtrudeValue(2);
        other.join();
        assert !(cancelled && ran); //~ assertion-failure
    }
}
