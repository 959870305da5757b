// A slot is looked at and taken in two steps.
//@ target: object
//@ set: object.methods=acquire
//@ set: object.calls=1
import java.util.concurrent.atomic.AtomicIntegerArray;

public class PoolHandsOutOneTwice {
    private final AtomicIntegerArray used = new AtomicIntegerArray(2);

    public int acquire() {
        for (int slot = 0; slot < used.length(); slot++) { //~ not-linearizable
            if (used.get(slot) == 0) {
                used.set(slot, 1);
                return slot;
            }
        }
        return -1;
    }
}
