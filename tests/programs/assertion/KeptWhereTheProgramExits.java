import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// No thread is left that could have asked for the result.
public class KeptWhereTheProgramExits {
    static volatile int x = 3;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            assert x != 3; //~ assertion-failure
        });
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);
        System.exit(0);
    }
}
