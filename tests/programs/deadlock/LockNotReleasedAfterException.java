//@ findings: 2
import java.util.concurrent.locks.ReentrantLock;

public class LockNotReleasedAfterException {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread failing = new Thread(() -> {
            lock.lock();
            if (args.length == 0) {
                throw new IllegalStateException("no arguments"); //~ uncaught-exception "IllegalStateException"
            }
            lock.unlock();
        });
        failing.start();
        failing.join();
        lock.lock(); //~ deadlock
        lock.unlock();
    }
}
