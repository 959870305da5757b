// A lookup that writes holds the lock of writers.
//@ target: object
//@ set: object.calls=2
//@ set: object.methods=get
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LruMovesUnderTheWriteLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final int[] newestFirst = {2, 1};

    public boolean get(int key) {
        lock.writeLock().lock();
        try {
            if (newestFirst[1] == key) {
                newestFirst[1] = newestFirst[0];
                newestFirst[0] = key;
            }
            return newestFirst[0] == key;
        } finally {
            lock.writeLock().unlock();
        }
    }

    boolean repOk() {
        return newestFirst[0] != newestFirst[1];
    }
}
