// Whether something is left and that it is taken are one atomic operation.
//@ target: object
//@ set: object.methods=sell
//@ assumes: object-under-test
import java.util.concurrent.atomic.AtomicInteger;

public class SoldByCompareAndSet {
    private final AtomicInteger left = new AtomicInteger(1);

    public boolean sell() {
        while (true) {
            int now = left.get();
            if (now == 0) {
                return false;
            }
            if (left.compareAndSet(now, now - 1)) {
                return true;
            }
        }
    }
}
