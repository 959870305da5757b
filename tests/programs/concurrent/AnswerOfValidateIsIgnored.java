import java.util.concurrent.locks.StampedLock;

public class AnswerOfValidateIsIgnored {
    private final StampedLock lock = new StampedLock();
    private int x, y;

    void move(int by) {
        long stamp = lock.writeLock();
        x += by;
        y += by;
        lock.unlockWrite(stamp);
    }

    int distance() {
        long stamp = lock.tryOptimisticRead();
        int distance = x - y; //~ data-race "x"
        //~^ data-race "y"
        lock.validate(stamp);
        return distance;
    }

    public static void main(String[] args) {
        AnswerOfValidateIsIgnored point = new AnswerOfValidateIsIgnored();
        new Thread(() -> point.move(1)).start();
        assert point.distance() == 0; //~ assertion-failure
    }
}
