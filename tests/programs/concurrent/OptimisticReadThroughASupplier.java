//@ jdk: 11
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.StampedLock;
import java.util.function.IntSupplier;

public class OptimisticReadThroughASupplier {
    private final StampedLock lock = new StampedLock();
    private final List<String> names = new ArrayList<>(List.of("a"));
    private int total = 1;

    int read(IntSupplier supplier) {
        long stamp = lock.tryOptimisticRead();
        int value = stamp == 0 ? 0 : supplier.getAsInt();
        if (isStale(stamp)) {
            stamp = lock.readLock();
            try {
                value = supplier.getAsInt();
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return value;
    }

    private boolean isStale(long stamp) {
        return !lock.validate(stamp);
    }

    void add(String name) {
        long stamp = lock.writeLock();
        names.add(name);
        total++;
        lock.unlockWrite(stamp);
    }

    public static void main(String[] args) {
        OptimisticReadThroughASupplier register = new OptimisticReadThroughASupplier();
        new Thread(() -> register.add("b")).start();
        assert register.read(() -> register.names.size() - register.total) == 0;
    }
}
