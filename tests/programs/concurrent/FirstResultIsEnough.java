//@ jdk: 11
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FirstResultIsEnough {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        ExecutorService pool = Executors.newSingleThreadExecutor();
        List<Callable<String>> mirrors = List.of(() -> {
            throw new IllegalStateException("down");
        }, () -> "up");
        assert pool.invokeAny(mirrors).equals("up");
        pool.shutdown();
    }
}
