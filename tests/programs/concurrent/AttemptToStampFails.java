//@ verdict: violated
import java.util.concurrent.atomic.AtomicStampedReference;

/** An attempt may fail although the reference is the expected one all the time. */
public class AttemptToStampFails {
    static final AtomicStampedReference<String> NAME = new AtomicStampedReference<>("a", 0);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> NAME.attemptStamp("a", 1));
        other.start();
        assert NAME.attemptStamp("a", 2); //~ assertion-failure
        other.join();
    }
}
