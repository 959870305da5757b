import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One thread has the lock in a variable, the other one by way of another object: what the lock protects does not depend on who comes first. */
public class LockIsNamedInTwoWays {
    static class Holder {
        final ReentrantLock lock = new ReentrantLock();
    }

    static final Holder HOLDER = new Holder();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            HOLDER.lock.lock();
            count++;
            HOLDER.lock.unlock();
        });
        other.start();
        Lock lock = HOLDER.lock;
        lock.lock();
        count++;
        lock.unlock();
        other.join();
        assert count == 3; //~ assertion-failure
    }
}
