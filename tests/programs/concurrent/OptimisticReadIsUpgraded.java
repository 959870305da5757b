//@ jdk: 11
import java.util.concurrent.locks.StampedLock;

public class OptimisticReadIsUpgraded {
    private int x, moves;
    private final StampedLock lock = new StampedLock();

    void moveIfAtOrigin(int to) {
        long stamp = lock.tryOptimisticRead();
        try {
            for (;; stamp = lock.writeLock()) {
                if (stamp == 0L) {
                    continue;
                }
                int current = x;
                if (!lock.validate(stamp)) {
                    continue;
                }
                if (current != 0) {
                    break;
                }
                stamp = lock.tryConvertToWriteLock(stamp);
                if (stamp == 0L) {
                    continue;
                }
                x = to;
                moves++;
                return;
            }
        } finally {
            if (StampedLock.isWriteLockStamp(stamp)) {
                lock.unlockWrite(stamp);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OptimisticReadIsUpgraded point = new OptimisticReadIsUpgraded();
        Thread other = new Thread(() -> point.moveIfAtOrigin(1));
        other.start();
        point.moveIfAtOrigin(2);
        other.join();
        assert point.moves == 1;
    }
}
