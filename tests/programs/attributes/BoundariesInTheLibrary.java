import java.util.concurrent.CompletableFuture;

// Boundaries in every method of the library: where one of its lookups has them would depend on what earlier paths left linked.
public class BoundariesInTheLibrary {
    //@ set: vm.por.attributes=java.util.concurrent.*=always
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> dependent = source.thenApply(v -> {
            synchronized (lock) { //~ deadlock "lock"
                return v + 1;
            }
        });
        Thread completer = new Thread(() -> source.complete(1));
        completer.start();
        synchronized (lock) {
            dependent.join();
        }
        completer.join();
    }
}
