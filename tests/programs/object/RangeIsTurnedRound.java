// Each bound is compared with the other one before it is set.
//@ target: object
//@ set: object.calls=1
//@ set: object.arguments=1
public class RangeIsTurnedRound {
    private volatile int low = 0;
    private volatile int high = 2;

    public void raise() {
        if (high > 0) { //~ invariant-violation "isInOrder() is false after"
            low = 1;
        }
    }

    public void lower() {
        if (low < 1) {
            high = 0;
        }
    }

    @Invariant
    boolean isInOrder() {
        return low <= high;
    }

    @interface Invariant {
    }
}
