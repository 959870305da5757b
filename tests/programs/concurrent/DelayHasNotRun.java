//@ jdk: 16
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class DelayHasNotRun {
    record Job(String name, long due) implements Delayed {
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            return Long.compare(due, ((Job) other).due);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Job> queue = new DelayQueue<>();
        Thread other = new Thread(() -> queue.put(new Job("a", System.nanoTime() + 1_000_000_000L)));
        other.start();
        other.join();
        queue.poll().name(); //~ uncaught-exception "NullPointerException"
    }
}
