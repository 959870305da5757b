//@ jdk: 16
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class DelayQueueGivesInOrder {
    record Job(String name, long due) implements Delayed {
        Job(String name, int delay) {
            this(name, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay));
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
        Thread other = new Thread(() -> queue.put(new Job("a", 10)));
        other.start();
        assert queue.take().name().equals("a");
        other.join();
        assert queue.poll() == null;
    }
}
