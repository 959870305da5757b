//@ needs: short-sleep
// The pool is forgotten on one path alone: where ten seconds of sleep are over before ten milliseconds of waiting.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class PoolIsLeftIfASleepIsShort {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> slow = pool.submit(() -> { //~ thread-leak
            Thread.sleep(10_000);
            return null;
        });
        try {
            slow.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            pool.shutdown();
        }
    }
}
