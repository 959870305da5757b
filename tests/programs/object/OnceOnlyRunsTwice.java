// Two threads see that nothing was done yet.
//@ target: object
//@ set: object.calls=1
import java.util.concurrent.atomic.AtomicInteger;

public class OnceOnlyRunsTwice {
    private final AtomicInteger runs = new AtomicInteger();
    private volatile boolean done;

    public void initialise() {
        if (!done) { //~ not-linearizable "leaves getRuns() = 2"
            runs.incrementAndGet();
            done = true;
        }
    }

    public int getRuns() {
        return runs.get();
    }
}
