import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who takes a lock leaves the queue afterwards. */
class OwnerIsStillInTheQueue {
    static final ReentrantReadWriteLock locks = new ReentrantReadWriteLock();

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(() -> {
            locks.readLock().lock();
            locks.readLock().unlock();
        });
        locks.writeLock().lock();
        reader.start();
        locks.writeLock().unlock();
        int readers = locks.getReadLockCount();
        boolean queued = locks.hasQueuedThread(reader);
        assert readers == 0 || !queued; //~ assertion-failure
        reader.join();
    }
}
