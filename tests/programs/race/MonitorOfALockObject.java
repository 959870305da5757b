import java.util.concurrent.locks.ReentrantLock;

// One thread locks the lock, the other one its monitor: the same object, and no protection.
public class MonitorOfALockObject {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;

    public static void main(String[] args) {
        new Thread(() -> {
            lock.lock();
            try {
                count++; //~ data-race "count"
            } finally {
                lock.unlock();
            }
        }).start();
        synchronized (lock) {
            count++; //~? data-race "count"
        }
    }
}
