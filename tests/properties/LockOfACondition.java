/** A condition lets its lock go while it waits. */
//# fails: never = "!locked(LockOfACondition.lock) && LockOfACondition.waits"
//# holds: never = "!locked(LockOfACondition.lock) && LockOfACondition.woke"
//# fails: never = "waiting(main) && !locked(LockOfACondition.lock)"
//# holds: ltl = "<> (LockOfACondition.woke && <> !locked(LockOfACondition.lock))"
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LockOfACondition {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition signal = lock.newCondition();
    static boolean waits, woke;

    public static void main(String[] args) {
        lock.lock();
        new Thread(() -> {
            lock.lock();
            signal.signal();
            lock.unlock();
        }).start();
        waits = true;
        signal.awaitUninterruptibly();
        waits = false;
        woke = true;
        woke = false;
        lock.unlock();
    }
}
