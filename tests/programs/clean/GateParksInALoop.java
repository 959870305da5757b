import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Who parks in a loop may lose its permit to a lock: it looks again before it parks. */
public class GateParksInALoop {
    static final ReentrantLock LOCK = new ReentrantLock();
    static boolean open;

    static boolean isOpen() {
        LOCK.lock();
        try {
            return open;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(() -> {
            while (!isOpen()) {
                LockSupport.park();
            }
        });
        waits.start();
        LOCK.lock();
        open = true;
        LOCK.unlock();
        LockSupport.unpark(waits);
        waits.join();
    }
}
