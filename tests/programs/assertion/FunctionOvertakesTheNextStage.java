import java.util.concurrent.CompletableFuture;

// A function that goes to another thread may complete the other source of a stage that is called after it.
public class FunctionOvertakesTheNextStage {
    public static void main(String[] args) {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        CompletableFuture<Integer> either = one.applyToEither(two, value -> value);
        two.thenAcceptAsync(value -> one.complete(1), task -> new Thread(task).start());
        two.complete(2);
        assert either.join() == 2; //~ assertion-failure
    }
}
