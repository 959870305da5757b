import java.util.concurrent.CompletableFuture;

public class SuppliesAsynchronously {
    //@ assumes: processors
    public static void main(String[] args) {
        //@ time-limit: 20s
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 5);
        CompletableFuture<Integer> count = CompletableFuture.supplyAsync(() -> 3);
        assert price.thenCombine(count, (p, c) -> p * c).join() == 15;
    }
}
