import java.util.concurrent.locks.StampedLock;

public class ValidatesOnOnePathOnly {
    private final StampedLock lock = new StampedLock();
    private int x;

    void move(int by) {
        long stamp = lock.writeLock();
        x += by;
        lock.unlockWrite(stamp);
    }

    int position() {
        long stamp = lock.tryOptimisticRead();
        int position = x; //~ data-race "x"
        if (position > 0) {
            return position;
        }
        return lock.validate(stamp) ? position : -1;
    }

    public static void main(String[] args) {
        ValidatesOnOnePathOnly point = new ValidatesOnOnePathOnly();
        new Thread(() -> point.move(1)).start();
        point.position();
    }
}
