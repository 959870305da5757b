import java.util.concurrent.locks.ReentrantLock;

/** Who found the lock taken may join its queue when it is free again. */
class QueueIsJoinedLate {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        lock.lock();
        waiter.start();
        lock.unlock();
        boolean before = lock.hasQueuedThread(waiter);
        boolean after = lock.hasQueuedThread(waiter);
        assert before || !after; //~ assertion-failure
        waiter.join();
    }
}
