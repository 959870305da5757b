import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolOfASmallMachine {
    //@ set: vm.processors=2
    //@ assumes: processors
    static int hits;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
        pool.execute(() -> hits++);
        pool.execute(() -> hits++);
        pool.shutdown();
    }
}
