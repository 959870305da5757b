//@ findings: 1
import java.util.concurrent.locks.ReentrantLock;

public class UnlockWithoutLock {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        new Thread(() -> {
            lock.unlock(); //~ uncaught-exception "IllegalMonitorStateException"
        }).start();
        lock.lock();
        lock.unlock();
    }
}
