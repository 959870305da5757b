//@ needs: short-sleep
//@ jdk: 16
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

// Who cancels the job does not wait for a run that has begun, which puts it back.
public class CancelledWhileItComesBack {
    static final DelayQueue<Job> QUEUE = new DelayQueue<>();
    static final AtomicInteger RUNS = new AtomicInteger();
    static final CountDownLatch RAN = new CountDownLatch(1);

    static class Job implements Delayed {
        private long due = System.nanoTime() + 1_000_000;
        private volatile boolean cancelled;

        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            return Long.compare(due, ((Job) other).due);
        }

        void run() {
            if (cancelled) {
                return;
            }
            RUNS.incrementAndGet();
            RAN.countDown();
            due += 1_000_000;
            QUEUE.add(this);
        }

        void cancel() {
            cancelled = true;
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
        Thread worker = new Thread(CancelledWhileItComesBack::work, "worker");
        worker.start();
        Job job = new Job();
        QUEUE.add(job);
        RAN.await();
        job.cancel();
        int seen = RUNS.get();
        Thread.sleep(5);
        worker.interrupt();
        worker.join();
        assert RUNS.get() == seen; //~ assertion-failure
    }
}
