import java.util.concurrent.Semaphore;

/** Who found no permit may join the queue when there is one again. */
class PermitIsAwaitedLate {
    static final Semaphore permits = new Semaphore(0);

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(permits::acquireUninterruptibly);
        waiter.start();
        permits.release();
        int before = permits.getQueueLength();
        int after = permits.getQueueLength();
        assert after <= before; //~ assertion-failure
        waiter.join();
    }
}
