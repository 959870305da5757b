import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The task has ended, and its worker is not idle yet: the pool is shut down without an interrupt of it.
public class BusyWorkerIsNotInterrupted {
    static class Worker extends Thread {
        volatile boolean wasInterrupted;

        Worker(Runnable tasks) {
            super(tasks);
        }

        @Override
        public void interrupt() {
            wasInterrupted = true;
            super.interrupt();
        }
    }

    static Worker worker;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1, tasks -> worker = new Worker(tasks));
        CountDownLatch latch = new CountDownLatch(1);
        pool.execute(latch::countDown);
        latch.await();
        pool.shutdown();
        worker.join();
        assert worker.wasInterrupted; //~ assertion-failure
    }
}
