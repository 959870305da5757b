import java.util.concurrent.locks.ReentrantLock;

/** Two threads that pay under a lock: what {@link Chatty} does, without a word. */
public class Quiet {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int cash;

    static void pay(int amount) {
        LOCK.lock();
        try {
            cash += amount;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> pay(2), "one");
        Thread two = new Thread(() -> pay(3), "two");
        one.start();
        two.start();
        pay(1);
        one.join();
        two.join();
        assert cash == 6;
    }
}
