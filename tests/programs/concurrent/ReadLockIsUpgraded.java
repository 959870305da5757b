import java.util.concurrent.locks.ReentrantReadWriteLock;

// A read lock does not become a write lock: the thread waits for itself.
public class ReadLockIsUpgraded {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String value;

    String get() {
        lock.readLock().lock();
        try {
            if (value == null) {
                lock.writeLock().lock(); //~ deadlock
                value = "loaded";
                lock.writeLock().unlock();
            }
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadLockIsUpgraded lazy = new ReadLockIsUpgraded();
        Thread other = new Thread(lazy::get);
        other.start();
        other.join();
    }
}
