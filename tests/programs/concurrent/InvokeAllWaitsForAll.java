//@ jdk: 11
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class InvokeAllWaitsForAll {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
        int sum = 0;
        for (Future<Integer> done : pool.invokeAll(tasks)) {
            assert done.isDone();
            sum += done.get();
        }
        assert sum == 3;
        pool.shutdown();
    }
}
