import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// One worker: the tasks run one after the other and need no lock.
public class SingleThreadPoolKeepsTheOrder {
    static int count;

    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> count++);
        assert pool.submit(() -> ++count).get() == 2;
        pool.shutdown();
    }
}
