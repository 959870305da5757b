// A slot is taken by the one who changes it.
//@ target: object
//@ set: object.calls=2
//@ set: object.methods=acquire
import java.util.concurrent.atomic.AtomicIntegerArray;

public class PoolHandsOutEachOnce {
    private final AtomicIntegerArray used = new AtomicIntegerArray(2);

    public int acquire() {
        for (int slot = 0; slot < used.length(); slot++) {
            if (used.compareAndSet(slot, 0, 1)) {
                return slot;
            }
        }
        return -1;
    }
}
