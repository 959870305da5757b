import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Who waits for a lock is woken by the permit that it waits for afterwards (real: 265 of 20,000). */
public class PermitUsedUpByALockOfItsOwn {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void add() {
        LOCK.lock();
        count++;
        LOCK.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(() -> {
            add();
            LockSupport.park(); //~ deadlock
        });
        waits.start();
        add();
        LockSupport.unpark(waits);
        waits.join();
    }
}
