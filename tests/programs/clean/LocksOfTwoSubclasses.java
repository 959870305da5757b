import java.util.concurrent.locks.ReentrantLock;

/** A field of one class is guarded by a lock of each of its subclasses; where the one has its lock the other one has a number. */
public class LocksOfTwoSubclasses {
    static class Account {
        int balance;
    }

    static class Locked extends Account {
        final ReentrantLock lock = new ReentrantLock();
    }

    static class Rated extends Account {
        final float rate = 512;
        final ReentrantLock own = new ReentrantLock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {});
        first.start();
        first.join();
        Locked locked = new Locked();
        Rated rated = new Rated();
        Runnable pays = () -> {
            locked.lock.lock();
            locked.balance++;
            locked.lock.unlock();
            rated.own.lock();
            rated.balance++;
            rated.own.unlock();
        };
        Thread other = new Thread(pays);
        other.start();
        pays.run();
        other.join();
        assert locked.balance + rated.balance == 4;
    }
}
