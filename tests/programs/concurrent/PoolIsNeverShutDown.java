import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Both results are there, main ends, and the program does not.
public class PoolIsNeverShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        assert pool.submit(() -> 1).get() == 1; //~ thread-leak "no live thread can submit work"
    }
}
