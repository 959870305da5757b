//@ jdk: 11
import java.util.concurrent.locks.ReentrantLock;

// Who waited for a lock and gets it does what comes behind it as a step of its own: main can come between.
public class GoesOnAfterAContendedLock {
    static final ReentrantLock lock = new ReentrantLock();
    static volatile int turn;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread waiter = new Thread(() -> {
            lock.lock();
            seen = turn;
            lock.unlock();
        });
        waiter.start();
        while (!lock.hasQueuedThread(waiter)) {
            Thread.onSpinWait();
        }
        lock.unlock();
        boolean taken = lock.isLocked();
        turn = 1;
        waiter.join();
        assert !taken || seen == 0; //~ assertion-failure
    }
}
