import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Who is interrupted first can tell the other, whose turn has not come.
public class PoolInterruptsOneAfterTheOther {
    static final CountDownLatch NEVER = new CountDownLatch(1);
    static volatile boolean told;

    static void work() {
        if (told) {
            assert Thread.currentThread().isInterrupted(); //~ assertion-failure
            return;
        }
        try {
            NEVER.await();
        } catch (InterruptedException stop) {
            told = true;
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(PoolInterruptsOneAfterTheOther::work);
        pool.execute(PoolInterruptsOneAfterTheOther::work);
        pool.shutdownNow();
    }
}
