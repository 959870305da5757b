import java.util.concurrent.locks.StampedLock;

public class StampIsNeverValidated {
    private final StampedLock lock = new StampedLock();
    private volatile int x, y;

    void move(int by) {
        long stamp = lock.writeLock();
        x += by;
        y += by;
        lock.unlockWrite(stamp);
    }

    int distance() {
        long stamp = lock.tryOptimisticRead();
        return stamp == 0 ? 0 : x - y;
    }

    public static void main(String[] args) {
        StampIsNeverValidated point = new StampIsNeverValidated();
        new Thread(() -> point.move(1)).start();
        assert point.distance() == 0; //~ assertion-failure
    }
}
