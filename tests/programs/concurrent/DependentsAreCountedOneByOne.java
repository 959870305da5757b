import java.util.concurrent.CompletableFuture;

// A function of two stages hangs on the one before it hangs on the other, also where both are the same.
public class DependentsAreCountedOneByOne {
    public static void main(String[] args) {
        CompletableFuture<Integer> price = new CompletableFuture<>();
        new Thread(() -> price.thenCombine(price, Integer::sum)).start();
        assert price.getNumberOfDependents() != 1; //~ assertion-failure
    }
}
