import java.util.concurrent.locks.StampedLock;

public class StampedLockIsNotReentrant {
    private final StampedLock lock = new StampedLock();
    private int total;

    void add(int amount) {
        long stamp = lock.writeLock(); //~ deadlock
        total += amount;
        if (total > 100) {
            add(-100);
        }
        lock.unlockWrite(stamp);
    }

    public static void main(String[] args) {
        StampedLockIsNotReentrant account = new StampedLockIsNotReentrant();
        new Thread(() -> account.add(60)).start();
        account.add(60);
    }
}
