import java.util.concurrent.locks.ReentrantReadWriteLock;

// A lock for reading keeps no other reader out.
public class WritesUnderAReadLock {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int count;

    static void work() {
        lock.readLock().lock();
        count++; //~ data-race "count"
        lock.readLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(WritesUnderAReadLock::work).start();
        new Thread(WritesUnderAReadLock::work).start();
    }
}
