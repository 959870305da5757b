import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Readers come together, the writer alone, and may go on as a reader.
public class ReadersShareTheLock {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int low, high;

    void move(int by) {
        lock.writeLock().lock();
        low += by;
        high += by;
        lock.readLock().lock();
        lock.writeLock().unlock();
        assert high - low == 10;
        lock.readLock().unlock();
    }

    int width() {
        lock.readLock().lock();
        try {
            return high - low;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadersShareTheLock range = new ReadersShareTheLock();
        range.high = 10;
        Thread writer = new Thread(() -> range.move(3));
        Thread reader = new Thread(() -> {
            assert range.width() == 10;
        });
        writer.start();
        reader.start();
        assert range.width() == 10;
        writer.join();
        reader.join();
    }
}
