import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Nobody asks the future, so nobody learns what the task threw.
public class KeptByItsFuture {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            Integer.parseInt("seven"); //~ uncaught-exception "never retrieved from its Future"
        });
        pool.shutdown();
    }
}
