// Who lets go of a lock that he does not hold gets an exception, and who never lets go makes others wait: both is their business.
//@ target: object
import java.util.concurrent.locks.ReentrantLock;

public class UnlockedByWhoeverComes {
    private final ReentrantLock lock = new ReentrantLock();
    private int held;

    public void enter() {
        lock.lock();
        held++;
    }

    public void leave() {
        lock.unlock();
    }
}
