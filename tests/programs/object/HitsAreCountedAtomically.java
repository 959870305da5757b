// Readers do not exclude each other, and need not.
//@ target: object
//@ set: object.calls=2
//@ set: object.methods=get
//@ set: object.observers=getHits
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class HitsAreCountedAtomically {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicInteger hits = new AtomicInteger();

    public int get() {
        lock.readLock().lock();
        try {
            return hits.incrementAndGet();
        } finally {
            lock.readLock().unlock();
        }
    }

    public int getHits() {
        return hits.get();
    }
}
