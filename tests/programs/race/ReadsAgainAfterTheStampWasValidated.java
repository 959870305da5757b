import java.util.concurrent.locks.StampedLock;

public class ReadsAgainAfterTheStampWasValidated {
    private final StampedLock lock = new StampedLock();
    private int x;

    void move(int by) {
        long stamp = lock.writeLock();
        x += by;
        lock.unlockWrite(stamp);
    }

    int position() {
        long stamp;
        int position;
        do {
            stamp = lock.tryOptimisticRead();
            position = x;
        } while (!lock.validate(stamp));
        return position == 0 ? 0 : x; //~ data-race "x"
    }

    int positionLater() {
        position();
        return x; //~ data-race "x"
    }

    public static void main(String[] args) {
        ReadsAgainAfterTheStampWasValidated point = new ReadsAgainAfterTheStampWasValidated();
        new Thread(() -> {
            point.move(1);
            point.move(1);
        }).start();
        point.positionLater();
    }
}
