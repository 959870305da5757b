import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A write lock and a monitor in two orders; one thread has the write lock in a variable. */
public class WriteLockInAVariable {
    static final ReentrantReadWriteLock LOCKS = new ReentrantReadWriteLock();
    static final Object MONITOR = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            LOCKS.writeLock().lock();
            synchronized (MONITOR) { //~ deadlock
                count++;
            }
            LOCKS.writeLock().unlock();
        });
        other.start();
        Lock lock = LOCKS.writeLock();
        synchronized (MONITOR) {
            lock.lock(); //~ deadlock
            count++;
            lock.unlock();
        }
        other.join();
    }
}
