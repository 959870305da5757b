import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The worker that is left was started by the one that died: no user code started it, and still it is a leak of this pool.
public class ReplacedWorkerIsIdle {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> { //~ thread-leak
            throw new IllegalStateException("dies"); //~ uncaught-exception
        });
    }
}
