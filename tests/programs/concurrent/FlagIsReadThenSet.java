import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** `get` and `set` of an AtomicBoolean are two steps: both threads see that nobody has begun. */
public class FlagIsReadThenSet {
    static final AtomicBoolean STARTED = new AtomicBoolean();
    static final AtomicInteger STARTS = new AtomicInteger();

    static void startOnce() {
        if (!STARTED.get()) {
            STARTED.set(true);
            STARTS.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(FlagIsReadThenSet::startOnce);
        other.start();
        startOnce();
        other.join();
        assert STARTS.get() == 1; //~ assertion-failure
    }
}
