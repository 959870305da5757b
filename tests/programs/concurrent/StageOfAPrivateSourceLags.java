import java.util.concurrent.CompletableFuture;

// Nobody else knows the source, but its stage: completing it is a step of its own all the same.
public class StageOfAPrivateSourceLags {
    static volatile boolean announced;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<Integer> stage = source.thenApply(String::length);
        Thread reader = new Thread(() -> {
            if (announced) {
                assert stage.isDone(); //~ assertion-failure
            }
        });
        reader.start();
        announced = true;
        source.complete("text");
        reader.join();
    }
}
