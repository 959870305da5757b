/** Whether some thread holds a lock of the library: also one that nobody else wants, and until `unlock`. */
//# fails: never = "locked(LocksHeld.alone)"
//# fails: never = "locked(LocksHeld.alone) && !LocksHeld.second"
//# holds: never = "locked(LocksHeld.unused)"
//# holds: always = "LocksHeld.inside -> locked(LocksHeld.shared)"
//# fails: always = "locked(LocksHeld.shared) -> LocksHeld.inside"
//# holds: ltl = "[] (locked(LocksHeld.shared) -> <> !locked(LocksHeld.shared))"
//# holds: ltl = "<> locked(LocksHeld.shared)"
//# fails: never = "waiting(other)"
//# fails: never = "waiting(other) && locked(LocksHeld.shared)"
//# holds: never = "blocked(other)"
// A lock of instances.
//# holds: always = "all(LocksHeld$Account.open -> locked(LocksHeld$Account.lock))"
//# fails: always = "all(locked(LocksHeld$Account.lock) -> LocksHeld$Account.open)"
//# fails: never = "some(locked(LocksHeld$Account.lock))"
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class LocksHeld {
    static class Account {
        final Lock lock = new ReentrantLock();
        boolean open;

        void use() {
            lock.lock();
            open = true;
            open = false;
            lock.unlock();
        }
    }

    static final ReentrantLock alone = new ReentrantLock(), unused = new ReentrantLock();
    static final Lock shared = new ReentrantLock();
    static final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    static final Condition signal = unused.newCondition();
    static final Lock stamped = new StampedLock().asWriteLock();
    static volatile boolean second, inside;

    public static void main(String[] args) {
        alone.lock();
        alone.lock();
        second = true;
        alone.unlock();
        alone.unlock();
        new Account().use();
        new Thread(() -> {
            shared.lock();
            shared.unlock();
        }, "other").start();
        shared.lock();
        inside = true;
        inside = false;
        shared.unlock();
    }
}
