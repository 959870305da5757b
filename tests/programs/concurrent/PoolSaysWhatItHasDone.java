import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

public class PoolSaysWhatItHasDone {
    static volatile boolean ran;

    public static void main(String[] args) {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.execute(() -> ran = true);
        pool.shutdown();
        if (ran) {
            assert pool.toString().contains("completed tasks = 1"); //~ assertion-failure
        }
    }
}
