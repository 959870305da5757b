import java.util.concurrent.Semaphore;

/** Who found no permit goes behind one that waits for two, though there is one again. */
class OnePermitIsAwaitedBehindTwo {
    static final Semaphore permits = new Semaphore(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            permits.acquireUninterruptibly(); //~ deadlock
            permits.release(2);
        });
        other.start();
        permits.release(permits.drainPermits());
        permits.acquireUninterruptibly(2); //~ deadlock
    }
}
