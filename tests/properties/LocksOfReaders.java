/** The read lock and the write lock of one lock. */
//# holds: never = "locked(LocksOfReaders.reads) && locked(LocksOfReaders.writes)"
//# fails: never = "locked(LocksOfReaders.reads)"
//# fails: never = "locked(LocksOfReaders.writes)"
//# holds: always = "LocksOfReaders.writing -> locked(LocksOfReaders.writes)"
//# fails: always = "locked(LocksOfReaders.writes) -> LocksOfReaders.writing"
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LocksOfReaders {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static final ReentrantReadWriteLock.ReadLock reads = lock.readLock();
    static final ReentrantReadWriteLock.WriteLock writes = lock.writeLock();
    static boolean writing;

    public static void main(String[] args) {
        new Thread(() -> {
            if (reads.tryLock()) {
                reads.unlock();
            }
        }).start();
        if (writes.tryLock()) {
            writing = true;
            writing = false;
            writes.unlock();
        }
    }
}
