import java.util.concurrent.CompletableFuture;

public class RunsAsyncAndDoesNotJoin {
    static volatile int loaded;

    public static void main(String[] args) {
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> loaded = 1);
        load.thenRun(() -> loaded = 2);
        assert loaded == 2; //~ assertion-failure
    }
}
