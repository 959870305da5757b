import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** A synchronizer of one's own: who found it shut may join its queue when it is open. */
class QueueOfAnOwnLatch {
    static class Latch extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() == 1 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    static final Latch latch = new Latch();

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> latch.acquireShared(0));
        waiter.start();
        latch.releaseShared(0);
        boolean before = latch.isQueued(waiter);
        boolean after = latch.isQueued(waiter);
        assert before || !after; //~ assertion-failure
        waiter.join();
    }
}
