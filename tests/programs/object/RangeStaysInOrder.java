// Both bounds are looked at and set under one lock.
//@ target: object
//@ set: object.calls=2
public class RangeStaysInOrder {
    private int low = 0;
    private int high = 2;

    public synchronized void raise() {
        if (high > 0) {
            low = 1;
        }
    }

    public synchronized void lower() {
        if (low < 1) {
            high = 0;
        }
    }

    @Invariant
    synchronized boolean isInOrder() {
        return low <= high;
    }

    @interface Invariant {
    }
}
