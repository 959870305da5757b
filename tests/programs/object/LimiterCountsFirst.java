// The count goes up first, and down again if it is too high.
//@ target: object
//@ set: object.calls=1
//@ set: object.methods=admit
import java.util.concurrent.Semaphore;

public class LimiterCountsFirst {
    private final Semaphore permits = new Semaphore(1);

    public boolean admit() {
        return permits.tryAcquire();
    }
}
