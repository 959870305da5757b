import java.util.concurrent.locks.ReentrantLock;

// A lock that is let go has no owner first, and is free then.
public class HasNoOwnerBeforeItIsFree {
    static class Owned extends ReentrantLock {
        Thread holder() {
            return getOwner();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Owned lock = new Owned();
        lock.lock();
        Thread other = new Thread(() -> {
            if (lock.holder() == null) {
                assert !lock.isLocked(); //~ assertion-failure
            }
        });
        other.start();
        lock.unlock();
        other.join();
    }
}
