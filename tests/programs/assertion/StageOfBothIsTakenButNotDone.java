import java.util.concurrent.CompletableFuture;

// Who completes the second of two sources may find their stage taken by who completed the first one, and not done yet.
public class StageOfBothIsTakenButNotDone {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        CompletableFuture<Void> both = one.runAfterBoth(two, () -> { });
        Thread completer = new Thread(() -> two.complete(2));
        completer.start();
        if (two.isDone()) {
            one.complete(1);
            assert both.isDone(); //~ assertion-failure
        }
        completer.join();
    }
}
