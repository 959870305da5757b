// A lookup makes its key the newest one: it writes, and holds the lock of readers.
//@ target: object
//@ set: object.calls=1
//@ set: object.methods=get
//@ set: object.arguments=1
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LruMovesUnderTheReadLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicIntegerArray newestFirst = new AtomicIntegerArray(new int[] {2, 1});

    public boolean get(int key) {
        lock.readLock().lock(); //~ invariant-violation "repOk() is false"
        //~^ not-linearizable
        try {
            if (newestFirst.get(1) == key) {
                newestFirst.set(1, newestFirst.get(0));
                newestFirst.set(0, key);
            }
            return newestFirst.get(0) == key;
        } finally {
            lock.readLock().unlock();
        }
    }

    boolean repOk() {
        return newestFirst.get(0) != newestFirst.get(1);
    }
}
