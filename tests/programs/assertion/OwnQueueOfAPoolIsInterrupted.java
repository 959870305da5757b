import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// The queue of a pool may be the program's own. An interrupt that ends the worker's wait for a task may come after `await` has asked for one.
public class OwnQueueOfAPoolIsInterrupted {
    static final CountDownLatch gate = new CountDownLatch(1);
    static volatile boolean normally;

    static class Gated extends LinkedBlockingQueue<Runnable> {
        @Override
        public Runnable take() throws InterruptedException {
            gate.await();
            normally = true;
            return () -> { };
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new Gated());
        pool.prestartCoreThread();
        pool.shutdownNow();
        gate.countDown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        assert !normally; //~ assertion-failure
    }
}
