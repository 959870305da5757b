import java.util.concurrent.atomic.AtomicBoolean;

/** Who wins `compareAndSet` has the field for itself; the other one looks at it after the end. */
public class FlagIsSetByOneOnly {
    static final AtomicBoolean STARTED = new AtomicBoolean();
    static int starts;

    static void startOnce() {
        if (STARTED.compareAndSet(false, true)) {
            starts++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(FlagIsSetByOneOnly::startOnce);
        other.start();
        startOnce();
        other.join();
        assert starts == 1;
    }
}
