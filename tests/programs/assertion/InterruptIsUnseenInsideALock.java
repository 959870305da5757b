import java.util.concurrent.locks.ReentrantLock;

/** Who waits for a lock takes note of an interrupt, and is not interrupted until it has the lock (real: 1 of 20,000). */
public class InterruptIsUnseenInsideALock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void add() {
        LOCK.lock();
        count++;
        LOCK.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread spins = new Thread(() -> {
            add();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.yield();
            }
        });
        Thread adds = new Thread(InterruptIsUnseenInsideALock::add);
        spins.start();
        adds.start();
        spins.interrupt();
        assert spins.isInterrupted(); //~ assertion-failure
        spins.join();
        adds.join();
    }
}
