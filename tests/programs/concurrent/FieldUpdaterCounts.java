import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdaterCounts {
    volatile int count;
    volatile String name;

    static final AtomicIntegerFieldUpdater<FieldUpdaterCounts> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterCounts.class, "count");
    static final AtomicReferenceFieldUpdater<FieldUpdaterCounts, String> NAME =
            AtomicReferenceFieldUpdater.newUpdater(FieldUpdaterCounts.class, String.class, "name");

    boolean use(String by) {
        COUNT.incrementAndGet(this);
        return NAME.compareAndSet(this, null, by);
    }

    public static void main(String[] args) throws InterruptedException {
        FieldUpdaterCounts it = new FieldUpdaterCounts();
        boolean[] first = new boolean[1];
        Thread other = new Thread(() -> first[0] = it.use("other"));
        other.start();
        boolean mine = it.use("main");
        other.join();
        assert it.count == 2 && mine != first[0];
    }
}
