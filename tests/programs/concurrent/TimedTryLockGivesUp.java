import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TimedTryLockGivesUp {
    static void take(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.tryLock(10, TimeUnit.MILLISECONDS)) {
                second.unlock();
            }
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        new Thread(() -> take(a, b)).start();
        take(b, a);
    }
}
