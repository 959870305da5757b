//@ jdk: 21
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class OneThreadForEachTask {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        int sum;
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> one = executor.submit(() -> 1);
            Future<Integer> two = executor.submit(() -> 2);
            sum = one.get() + two.get();
        }
        assert sum == 3;
    }
}
