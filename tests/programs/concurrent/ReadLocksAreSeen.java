import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers of a field hold the read lock, its writer the write lock: no analysis may predict a race, whichever JDK. */
public class ReadLocksAreSeen {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int price;

    static int read() {
        LOCK.readLock().lock();
        try {
            return price;
        } finally {
            LOCK.readLock().unlock();
        }
    }

    static void raise() {
        LOCK.writeLock().lock();
        try {
            price++;
        } finally {
            LOCK.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(ReadLocksAreSeen::read);
        Thread writer = new Thread(ReadLocksAreSeen::raise);
        reader.start();
        writer.start();
        raise();
        reader.join();
        writer.join();
        assert read() == 2;
    }
}
