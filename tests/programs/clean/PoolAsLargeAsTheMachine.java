import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolAsLargeAsTheMachine {
    //@ assumes: processors
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        int sum = pool.submit(() -> 1).get() + pool.submit(() -> 2).get();
        pool.shutdown();
        assert sum == 3;
    }
}
