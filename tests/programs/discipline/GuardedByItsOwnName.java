import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayDeque;
import java.util.Deque;

// A field that names itself as its lock: its object guards its own state, and is read to be locked.
public class GuardedByItsOwnName {
    @Retention(RetentionPolicy.CLASS)
    @interface GuardedBy {
        String value();
    }

    @GuardedBy("queue")
    private final Deque<Integer> queue = new ArrayDeque<>();

    @GuardedBy("this.missed")
    private final Deque<Integer> missed = new ArrayDeque<>();

    void add(int number) {
        synchronized (queue) {
            queue.add(number);
        }
    }

    void miss(int number) {
        synchronized (queue) {
            missed.add(number); //~ lock-discipline
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GuardedByItsOwnName both = new GuardedByItsOwnName();
        Thread other = new Thread(() -> {
            both.add(1);
            both.miss(1);
        });
        other.start();
        both.add(2);
        both.miss(2);
        other.join();
    }
}
