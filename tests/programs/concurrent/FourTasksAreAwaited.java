import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class FourTasksAreAwaited {
    public static void main(String[] args) throws InterruptedException {
        //@ time-limit: 60s
        AtomicInteger sum = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            pool.execute(sum::incrementAndGet);
        }
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.DAYS);
        assert sum.get() == 4;
    }
}
