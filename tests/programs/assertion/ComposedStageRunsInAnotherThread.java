import java.util.concurrent.CompletableFuture;

// Between the end of a future and the function that hangs on it, another thread may complete what the function returns.
public class ComposedStageRunsInAnotherThread {
    static volatile Thread runner;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> outer = new CompletableFuture<>();
        CompletableFuture<Integer> inner = new CompletableFuture<>();
        CompletableFuture<Void> last = outer.thenCompose(value -> inner).thenAccept(value -> runner = Thread.currentThread());
        Thread completer = new Thread(() -> outer.complete(2));
        completer.start();
        if (outer.isDone()) {
            inner.complete(1);
            last.join();
            assert runner == Thread.currentThread(); //~ assertion-failure
        }
        completer.join();
    }
}
