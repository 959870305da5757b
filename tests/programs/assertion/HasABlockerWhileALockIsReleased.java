import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class HasABlockerWhileALockIsReleased {
    static final ReentrantLock LOCK = new ReentrantLock();

    static void take() {
        LOCK.lock();
        LOCK.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(HasABlockerWhileALockIsReleased::take);
        Thread other = new Thread(HasABlockerWhileALockIsReleased::take);
        one.start();
        other.start();
        assert LockSupport.getBlocker(one) == null; //~ assertion-failure
    }
}
