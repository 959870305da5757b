import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FirstResultOfTwoWorkers {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        // One mirror may answer before the other one fails: nobody has to look at its failure.
        Callable<Integer> up = () -> 1;
        Callable<Integer> down = () -> {
            throw new IllegalStateException("down");
        };
        int answer = pool.invokeAny(Arrays.asList(up, down));
        pool.shutdown();
        assert answer == 1;
    }
}
