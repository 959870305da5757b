import java.util.concurrent.locks.ReentrantLock;

// Between its last write and its unlock the lock is still held, which tryLock sees.
public class TryLockFailsAfterTheLastWrite {
    static volatile boolean written;

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        new Thread(() -> {
            lock.lock();
            written = true;
            lock.unlock();
        }).start();
        if (written) {
            assert lock.tryLock() : "still held"; //~ assertion-failure "still held"
        }
    }
}
