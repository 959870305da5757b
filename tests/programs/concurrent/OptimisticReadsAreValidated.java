//@ jdk: 11
import java.util.concurrent.locks.StampedLock;

/** As in the documentation of StampedLock. */
//@ assumes: sequential-consistency
public class OptimisticReadsAreValidated {
    private double x, y;
    private final StampedLock lock = new StampedLock();

    void move(double deltaX, double deltaY) {
        long stamp = lock.writeLock();
        try {
            x += deltaX;
            y += deltaY;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    double distance() {
        long stamp = lock.tryOptimisticRead();
        try {
            for (;; stamp = lock.readLock()) {
                if (stamp == 0L) {
                    continue;
                }
                double currentX = x;
                double currentY = y;
                if (!lock.validate(stamp)) {
                    continue;
                }
                return currentX - currentY;
            }
        } finally {
            if (StampedLock.isReadLockStamp(stamp)) {
                lock.unlockRead(stamp);
            }
        }
    }

    public static void main(String[] args) {
        OptimisticReadsAreValidated point = new OptimisticReadsAreValidated();
        new Thread(() -> point.move(1, 1)).start();
        assert point.distance() == 0;
    }
}
