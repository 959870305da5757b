// Who locks twice spins forever, in each order of the calls.
//@ jdk: 11
//@ target: object
//@ set: object.calls=2
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLockIsKept {
    private final AtomicBoolean taken = new AtomicBoolean();

    public void lock() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    public void unlock() {
        taken.set(false);
    }
}
