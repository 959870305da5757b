import java.util.concurrent.locks.StampedLock;

/** Who reads already may wait for a second stamp behind a writer that waits for the first one: the attempt before that may fail. */
class ReaderWaitsBehindAWriter {
    static final StampedLock lock = new StampedLock();

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            lock.unlockRead(lock.readLock());
            lock.unlockWrite(lock.writeLock()); //~ deadlock
        });
        writer.start();
        long first = lock.readLock();
        long second = lock.readLock(); //~ deadlock
        lock.unlockRead(second);
        lock.unlockRead(first);
    }
}
