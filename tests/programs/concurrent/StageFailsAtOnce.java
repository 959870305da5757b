import java.util.concurrent.CompletableFuture;

// The function of the second stage runs in the thread that asks for the stage.
public class StageFailsAtOnce {
    //@ findings: 1
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<String> given = CompletableFuture.completedFuture("seven");
        Thread other = new Thread(() -> given.thenApply(Integer::parseInt)); //~ uncaught-exception "never retrieved from its Future"
        other.start();
        other.join();
    }
}
