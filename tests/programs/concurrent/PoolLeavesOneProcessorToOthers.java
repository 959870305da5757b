import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A pool sized by the machine has several workers where the machine has more than two processors.
public class PoolLeavesOneProcessorToOthers {
    //@ assumes: processors
    static int hits;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
        pool.execute(() -> hits++); //~ data-race "hits"
        pool.execute(() -> hits++);
        pool.shutdown();
    }
}
