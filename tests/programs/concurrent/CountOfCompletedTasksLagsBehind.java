import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

// The future is done before the worker has counted its task.
public class CountOfCompletedTasksLagsBehind {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.submit(() -> 1).get(); //~ thread-leak
        assert pool.getCompletedTaskCount() == 1; //~ assertion-failure
        pool.shutdown();
    }
}
