import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// A result can be had before the service hands it out.
public class DoneBeforeItIsInTheQueue {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        Future<Integer> one = service.submit(() -> 1);
        pool.shutdown();
        assert one.get() == 1;
        assert service.poll() != null; //~ assertion-failure
    }
}
