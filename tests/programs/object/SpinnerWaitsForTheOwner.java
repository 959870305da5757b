// Declared obstruction-free, but a thread that runs alone spins forever while another one has been stopped as the owner.
//@ jdk: 11
//@ target: object
//@ set: object.calls=1
//@ set: object.progress=obstruction-freedom
//@ findings: 1
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinnerWaitsForTheOwner {
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile int count;

    public int next() {
        while (!taken.compareAndSet(false, true)) { //~ not-obstruction-free "next() does not return if"
            Thread.onSpinWait();
        }
        int now = ++count;
        taken.set(false);
        return now;
    }
}
