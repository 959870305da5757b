import java.util.concurrent.locks.StampedLock;

public class StampOfAPlainReadIsNeverValidated {
    private final StampedLock lock = new StampedLock();
    private int x;

    void move(int by) {
        long stamp = lock.writeLock();
        x += by;
        lock.unlockWrite(stamp);
    }

    int position() {
        long stamp = lock.tryOptimisticRead();
        return stamp == 0 ? 0 : x; //~ data-race "x"
    }

    public static void main(String[] args) {
        StampOfAPlainReadIsNeverValidated point = new StampOfAPlainReadIsNeverValidated();
        new Thread(() -> point.move(1)).start();
        int position = point.position();
        assert position == 0 || position == 1;
    }
}
