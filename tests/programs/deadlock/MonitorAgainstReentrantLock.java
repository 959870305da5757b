import java.util.concurrent.locks.ReentrantLock;

public class MonitorAgainstReentrantLock {
    static final Object MONITOR = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (MONITOR) {
                LOCK.lock(); //~ deadlock
                LOCK.unlock();
            }
        }).start();
        LOCK.lock();
        synchronized (MONITOR) {
            LOCK.unlock();
        }
    }
}
