import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A worker whose task has ended counts as idle a moment later: who shuts the pool down in between does not interrupt it.
public class WorkerIsBusyBehindItsTask {
    static Thread worker;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> worker = new Thread(task));
        CountDownLatch latch = new CountDownLatch(1);
        pool.execute(latch::countDown);
        latch.await();
        pool.shutdown();
        boolean interrupted = worker.isInterrupted();
        assert interrupted || !worker.isAlive(); //~ assertion-failure
    }
}
