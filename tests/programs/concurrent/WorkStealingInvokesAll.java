import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class WorkStealingInvokesAll {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        ExecutorService pool = Executors.newWorkStealingPool(2);
        Future<Integer> task = pool.submit(() -> 6);
        assert task.get() == 6;
        pool.shutdown();
    }
}
