// Readers do not exclude each other, and this one writes.
//@ target: object
//@ set: object.calls=1
//@ set: object.methods=get
//@ set: object.observers=getHits
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class HitsAreLostUnderTheReadLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile int hits;

    public int get() {
        lock.readLock().lock(); //~ not-linearizable
        try {
            hits++;
            return 1;
        } finally {
            lock.readLock().unlock();
        }
    }

    public int getHits() {
        return hits;
    }
}
