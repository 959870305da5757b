import java.util.concurrent.CompletableFuture;

// Of several stages one decides: that another one fails is no failure of the program, before or after the choice.
public class LoserFailedBeforeItLost {
    public static void main(String[] args) {
        CompletableFuture<Integer> first = CompletableFuture.completedFuture(2);
        CompletableFuture<Integer> loser = CompletableFuture.supplyAsync(() -> {
            throw new AssertionError("lost");
        }, task -> new Thread(task).start());
        int either = first.applyToEither(loser, i -> i).join();
        assert either == 2;
    }
}
