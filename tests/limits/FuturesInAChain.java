import java.util.concurrent.CompletableFuture;

public class FuturesInAChain {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> last = new CompletableFuture<>();
        CompletableFuture<Integer> first = last;
        for (int i = 0; i < 1_000_000; i++) {
            last = last.thenApply(number -> number + 1);
        }
        first.complete(0);
        System.out.println(last.get());
    }
}
