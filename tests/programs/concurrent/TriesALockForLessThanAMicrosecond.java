import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// For so short a time nobody parks.
public class TriesALockForLessThanAMicrosecond {
    //@ assumes: timeouts-last-resort
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        new Thread(() -> {
            lock.lock();
            lock.unlock();
        }).start();
        boolean taken = lock.tryLock(500, TimeUnit.NANOSECONDS);
        assert taken;
        lock.unlock();
    }
}
