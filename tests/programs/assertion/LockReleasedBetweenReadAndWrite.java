import java.util.concurrent.locks.ReentrantLock;

public class LockReleasedBetweenReadAndWrite {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int total;

    static void add() {
        LOCK.lock();
        int seen = total;
        LOCK.unlock();
        LOCK.lock();
        total = seen + 1;
        LOCK.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LockReleasedBetweenReadAndWrite::add);
        other.start();
        add();
        other.join();
        assert total == 2; //~ assertion-failure
    }
}
