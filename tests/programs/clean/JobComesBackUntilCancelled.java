//@ jdk: 16
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

// The worker puts the job back each time, until it is cancelled: its runs do not count up forever.
public class JobComesBackUntilCancelled {
    static final DelayQueue<Job> QUEUE = new DelayQueue<>();
    static final AtomicInteger RUNS = new AtomicInteger();
    static final CountDownLatch RAN = new CountDownLatch(1);

    static class Job implements Delayed {
        private long due = System.nanoTime() + 1_000_000;
        private boolean cancelled;

        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            return Long.compare(due, ((Job) other).due);
        }

        synchronized void run() {
            if (cancelled) {
                return;
            }
            RUNS.incrementAndGet();
            RAN.countDown();
            due += 1_000_000;
            QUEUE.add(this);
        }

        void cancel() {
            synchronized (this) {
                cancelled = true;
            }
            QUEUE.remove(this);
        }
    }

    static void work() {
        try {
            while (true) {
                QUEUE.take().run();
            }
        } catch (InterruptedException e) {
            // It ends.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(JobComesBackUntilCancelled::work, "worker");
        worker.start();
        Job job = new Job();
        QUEUE.add(job);
        RAN.await();
        job.cancel();
        int seen = RUNS.get();
        Thread.sleep(5);
        assert RUNS.get() == seen;
        worker.interrupt();
        worker.join();
    }
}
