import java.util.concurrent.Semaphore;

/** The same with one permit each: whoever is first in the queue can go on. */
class OnePermitIsAwaitedAmongOthers {
    static final Semaphore permits = new Semaphore(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            permits.acquireUninterruptibly();
            permits.release(2);
        });
        other.start();
        permits.release(permits.drainPermits());
        permits.acquireUninterruptibly(1);
        permits.release();
    }
}
