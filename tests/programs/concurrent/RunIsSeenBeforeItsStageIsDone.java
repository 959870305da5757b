import java.util.concurrent.CompletableFuture;

// Nobody but the two has the stage, and main asks it once.
public class RunIsSeenBeforeItsStageIsDone {
    static volatile boolean ran;

    public static void main(String[] args) {
        CompletableFuture<Void> stage = CompletableFuture.runAsync(() -> ran = true);
        if (ran) {
            assert stage.isDone(); //~ assertion-failure
        }
    }
}
