import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

// Each field has one lock of the library, held in whatever way it can be.
public class LocksOfTheLibraryProtect {
    static final ReentrantLock plain = new ReentrantLock();
    static final Condition changed = plain.newCondition();
    static final ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
    static final StampedLock stamped = new StampedLock();
    static int a;
    static int b;
    static int c;

    static void work() {
        plain.lock();
        try {
            a++;
            changed.signalAll();
        } finally {
            plain.unlock();
        }
        shared.writeLock().lock();
        b++;
        shared.writeLock().unlock();
        long stamp = stamped.writeLock();
        c++;
        stamped.unlockWrite(stamp);
    }

    static int look() throws InterruptedException {
        int sum;
        plain.lock();
        try {
            while (a == 0) {
                changed.await();
            }
            sum = a;
        } finally {
            plain.unlock();
        }
        shared.readLock().lock();
        sum += b;
        shared.readLock().unlock();
        long stamp = stamped.readLock();
        sum += c;
        stamped.unlockRead(stamp);
        stamp = stamped.tryOptimisticRead();
        int seen = c;
        return stamped.validate(stamp) ? sum + seen : sum;
    }

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(LocksOfTheLibraryProtect::work);
        worker.start();
        look();
        work();
        worker.join();
    }
}
