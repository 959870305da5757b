// Whether something is left is asked before it is taken: two threads get the last one.
//@ target: object
//@ set: object.methods=sell
import java.util.concurrent.atomic.AtomicInteger;

public class SoldOnceTooOften {
    private final AtomicInteger left = new AtomicInteger(1);

    public boolean sell() {
        if (left.get() > 0) { //~ not-linearizable "first: sell() = true; second: sell() = true"
            left.decrementAndGet();
            return true;
        }
        return false;
    }
}
