import java.util.concurrent.locks.ReentrantLock;

// Both wait in the queue of the lock, one behind the other: it goes to the first one.
public class EitherWaitsFirst {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int order;

    static Thread taker(int number) {
        return new Thread(() -> {
            LOCK.lock();
            try {
                order = 10 * order + number;
            } finally {
                LOCK.unlock();
            }
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = taker(1);
        Thread two = taker(2);
        LOCK.lock();
        one.start();
        two.start();
        while (one.getState() != Thread.State.WAITING || two.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        LOCK.unlock();
        one.join();
        two.join();
        assert order != 12; //~ assertion-failure
        assert order != 21; //~ assertion-failure
    }
}
