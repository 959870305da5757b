// Who finds the lock taken spins.
//@ jdk: 11
//@ target: object
//@ set: object.calls=2
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinsUntilItIsFree {
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile int count;

    public int next() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        int now = ++count;
        taken.set(false);
        return now;
    }
}
