import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class LockOfOurOwnLooksThenSets {
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            if (getState() != 0) {
                return false;
            }
            setState(1);
            return true;
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }
    }

    static final Mutex MUTEX = new Mutex();
    static int count;

    static void increment() {
        MUTEX.acquire(1);
        count++; //~ data-race "count"
        MUTEX.release(1);
    }

    public static void main(String[] args) {
        new Thread(LockOfOurOwnLooksThenSets::increment).start();
        increment();
    }
}
