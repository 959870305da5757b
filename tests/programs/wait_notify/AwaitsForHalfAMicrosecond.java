import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// So short a wait may be a loop until then; it ends.
public class AwaitsForHalfAMicrosecond {
    //@ assumes: timeouts-last-resort
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread other = new Thread(() -> {
            try {
                assert !lock.tryLock(500, TimeUnit.NANOSECONDS);
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        });
        lock.lock();
        assert condition.awaitNanos(500) <= 0;
        other.start();
        other.join();
        lock.unlock();
    }
}
