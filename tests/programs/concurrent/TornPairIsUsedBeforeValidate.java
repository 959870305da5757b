import java.util.concurrent.locks.StampedLock;

public class TornPairIsUsedBeforeValidate {
    private final StampedLock lock = new StampedLock();
    private int length = 1, last = 0;

    void shrink() {
        long stamp = lock.writeLock();
        length = 0;
        last = -1;
        lock.unlockWrite(stamp);
    }

    boolean lastIsInside() {
        while (true) {
            long stamp = lock.tryOptimisticRead();
            int end = length, at = last;
            assert at < end; //~ assertion-failure
            if (lock.validate(stamp)) {
                return at < end;
            }
        }
    }

    public static void main(String[] args) {
        TornPairIsUsedBeforeValidate list = new TornPairIsUsedBeforeValidate();
        new Thread(list::shrink).start();
        list.lastIsInside();
    }
}
