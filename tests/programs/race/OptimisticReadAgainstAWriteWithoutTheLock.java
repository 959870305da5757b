import java.util.concurrent.locks.StampedLock;

public class OptimisticReadAgainstAWriteWithoutTheLock {
    private final StampedLock lock = new StampedLock();
    private int x, y;

    void move(int by) {
        long stamp = lock.writeLock();
        x += by;
        lock.unlockWrite(stamp);
        y += by; //~ data-race "y"
    }

    int sum() {
        long stamp = lock.tryOptimisticRead();
        int sum = x + y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            sum = x + y;
            lock.unlockRead(stamp);
        }
        return sum;
    }

    public static void main(String[] args) {
        OptimisticReadAgainstAWriteWithoutTheLock point = new OptimisticReadAgainstAWriteWithoutTheLock();
        new Thread(() -> point.move(1)).start();
        point.sum();
    }
}
