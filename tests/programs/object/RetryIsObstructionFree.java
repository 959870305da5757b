// Who fails to replace the value tries again, and succeeds if left alone.
//@ jdk: 11
//@ target: object
//@ set: object.calls=2
//@ set: object.progress=obstruction-freedom
import java.util.concurrent.atomic.AtomicInteger;

public class RetryIsObstructionFree {
    private final AtomicInteger left = new AtomicInteger(2);

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
