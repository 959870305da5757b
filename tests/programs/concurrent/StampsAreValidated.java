import java.util.concurrent.locks.StampedLock;

public class StampsAreValidated {
    private final StampedLock lock = new StampedLock();
    private volatile int x, y;

    void move(int by) {
        long stamp = lock.writeLock();
        try {
            x += by;
            y += by;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int distance() {
        long stamp = lock.tryOptimisticRead();
        int dx = x;
        int dy = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                dx = x;
                dy = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return dx - dy;
    }

    public static void main(String[] args) throws InterruptedException {
        StampsAreValidated point = new StampsAreValidated();
        Thread other = new Thread(() -> point.move(1));
        other.start();
        assert point.distance() == 0;
        other.join();
        assert point.x == 1;
    }
}
