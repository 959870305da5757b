import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.Date;

// A wait until a moment that has passed may be signalled before it looks at the clock (real: 8 of 300,000).
public class AwaitOfNoTimeIsSignalled {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Thread other = new Thread(() -> {
            lock.lock();
            changed.signal();
            lock.unlock();
        });
        other.start();
        lock.lock();
        boolean signalled = changed.awaitUntil(new Date(0));
        lock.unlock();
        other.join();
        assert !signalled; //~ assertion-failure
    }
}
