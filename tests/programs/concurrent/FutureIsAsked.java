import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FutureIsAsked {
    public static void main(String[] args) throws InterruptedException {
        //@ time-limit: 20s
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> task = pool.submit(() -> Integer.parseInt("seven"));
        try {
            task.get();
            assert false;
        } catch (ExecutionException expected) {
            assert expected.getCause() instanceof NumberFormatException;
        }
        pool.shutdown();
    }
}
