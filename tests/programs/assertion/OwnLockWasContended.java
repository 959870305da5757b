import java.util.concurrent.locks.AbstractQueuedSynchronizer;

// A queue that somebody was in is told from one that was never made.
public class OwnLockWasContended {
    static class Lock extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }
    }

    static Lock lock;

    static void use() {
        lock.acquire(1);
        lock.release(1);
    }

    public static void main(String[] args) throws InterruptedException {
        lock = new Lock();
        Thread one = new Thread(OwnLockWasContended::use);
        Thread two = new Thread(OwnLockWasContended::use);
        one.start();
        two.start();
        one.join();
        two.join();
        assert !lock.hasContended(); //~ assertion-failure
    }
}
