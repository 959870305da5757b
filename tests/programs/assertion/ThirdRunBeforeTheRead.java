//@ needs: short-sleep
//@ jdk: 16
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

// Who takes puts an element back twice, and its third run comes before main reads.
public class ThirdRunBeforeTheRead {
    static volatile int runs;

    record Job(long due) implements Delayed {
        Job() {
            this(System.nanoTime() + 1_000_000);
        }

        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            return Long.compare(due, ((Job) other).due);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Job> queue = new DelayQueue<>();
        queue.put(new Job());
        CountDownLatch first = new CountDownLatch(1);
        Thread taker = new Thread(() -> {
            try {
                for (int i = 0; i < 3; i++) {
                    queue.take();
                    runs++;
                    first.countDown();
                    if (i < 2) {
                        queue.put(new Job());
                    }
                }
            } catch (InterruptedException e) {
                // Nobody interrupts it.
            }
        });
        taker.start();
        first.await();
        int seen = runs;
        taker.join();
        assert seen < 3; //~ assertion-failure
    }
}
