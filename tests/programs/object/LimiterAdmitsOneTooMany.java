// The limit is looked at before the count goes up.
//@ target: object
//@ set: object.calls=1
//@ set: object.methods=admit
import java.util.concurrent.atomic.AtomicInteger;

public class LimiterAdmitsOneTooMany {
    private final AtomicInteger admitted = new AtomicInteger();

    public boolean admit() {
        if (admitted.get() >= 1) { //~ not-linearizable
            return false;
        }
        admitted.incrementAndGet();
        return true;
    }
}
