import java.util.concurrent.locks.StampedLock;

// However many stamps a thread has, each one that it compares excuses its reads.
public class ThreeLocksAreReadUnderStamps {
    //@ assumes: sequential-consistency
    static final StampedLock NORTH = new StampedLock();
    static final StampedLock EAST = new StampedLock();
    static final StampedLock SOUTH = new StampedLock();
    static int north;
    static int east;
    static int south;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            long stamp = NORTH.writeLock();
            north = 1;
            NORTH.unlockWrite(stamp);
        });
        writer.start();
        long first = NORTH.tryOptimisticRead();
        long second = EAST.tryOptimisticRead();
        long third = SOUTH.tryOptimisticRead();
        int sum = north + east + south;
        if (NORTH.validate(first) && EAST.validate(second) && SOUTH.validate(third)) {
            assert sum == 0 || sum == 1;
        }
        writer.join();
    }
}
