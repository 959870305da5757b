import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WritesUnderTheReadLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int hits;

    int look(int value) {
        lock.readLock().lock();
        try {
            hits++; //~ data-race "hits"
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        WritesUnderTheReadLock cache = new WritesUnderTheReadLock();
        new Thread(() -> cache.look(1)).start();
        cache.look(2);
    }
}
