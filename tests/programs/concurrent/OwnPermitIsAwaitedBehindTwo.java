import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** As `OnePermitIsAwaitedBehindTwo`, with a semaphore of the program's own. */
class OwnPermitIsAwaitedBehindTwo {
    static final class Permits extends AbstractQueuedSynchronizer {
        Permits(int count) {
            setState(count);
        }

        @Override
        protected int tryAcquireShared(int wanted) {
            while (true) {
                int left = getState() - wanted;
                if (left < 0 || compareAndSetState(left + wanted, left)) {
                    return left;
                }
            }
        }

        @Override
        protected boolean tryReleaseShared(int given) {
            while (true) {
                int count = getState();
                if (compareAndSetState(count, count + given)) {
                    return true;
                }
            }
        }

        int drain() {
            while (true) {
                int count = getState();
                if (compareAndSetState(count, 0)) {
                    return count;
                }
            }
        }
    }

    static final Permits permits = new Permits(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            permits.acquireShared(1); //~ deadlock
            permits.releaseShared(2);
        });
        other.start();
        permits.releaseShared(permits.drain());
        permits.acquireShared(2); //~ deadlock
    }
}
