import java.util.concurrent.CompletableFuture;

// A future is done before the stages that depend on it are: who sees it done may complete the other source of one first.
public class EitherStageTakesTheLaterSource {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        CompletableFuture<Integer> either = one.applyToEither(two, value -> value);
        Thread completer = new Thread(() -> two.complete(2));
        completer.start();
        if (two.isDone()) {
            one.complete(1);
            assert either.join() == 2; //~ assertion-failure
        }
        completer.join();
    }
}
