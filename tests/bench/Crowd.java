import java.util.concurrent.locks.ReentrantLock;

/**
 * Two or three threads with a defect, started first, in a crowd of others that do nothing wrong: a depth-first search comes
 * back to the first threads last. Arguments: the defect, and how many others there are.
 */
public class Crowd {
    static final Object a = new Object();
    static final Object b = new Object();
    static final Object c = new Object();
    static final Object gate = new Object();
    static final ReentrantLock first = new ReentrantLock();
    static final ReentrantLock second = new ReentrantLock();
    static final int[] slots = new int[2];
    static int count;
    static int crowd;
    static Crowd shared = new Crowd();
    int field;

    static void nested(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                crowdless();
            }
        }
    }

    static void crowdless() {
    }

    static void work() {
        for (int i = 0; i < 3; i++) {
            synchronized (gate) {
                crowd++;
            }
        }
    }

    static void start(Runnable... tasks) {
        for (Runnable task : tasks) {
            new Thread(task).start();
        }
    }

    static void locked(ReentrantLock outer, ReentrantLock inner) {
        outer.lock();
        inner.lock();
        inner.unlock();
        outer.unlock();
    }

    /** The unprotected access comes only after the thread has seen a turn of its own. */
    static void late(Object lock) {
        work();
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) {
        switch (args[0]) {
            case "inversion" -> start(() -> nested(a, b), () -> nested(b, a));
            case "cycle" -> start(() -> nested(a, b), () -> nested(b, c), () -> nested(c, a));
            case "late-inversion" -> start(() -> { work(); nested(a, b); }, () -> { work(); nested(b, a); });
            case "library" -> start(() -> locked(first, second), () -> locked(second, first));
            case "mixed" -> start(
                () -> { synchronized (a) { first.lock(); first.unlock(); } },
                () -> { first.lock(); synchronized (a) { crowdless(); } first.unlock(); });
            case "race" -> start(() -> count++, () -> count++);
            case "two-locks" -> start(() -> late(a), () -> late(b));
            case "one-without" -> start(() -> late(gate), () -> { work(); count = 0; });
            case "element" -> start(() -> { work(); slots[1]++; }, () -> { work(); slots[1] = 5; });
            case "field" -> start(() -> { work(); shared.field = 1; }, () -> { work(); shared.field = 2; });
            case "publish" -> start(
                () -> { Crowd made = new Crowd(); shared = made; work(); made.field = 3; },
                () -> { work(); shared.field++; });
            case "join" -> {
                Thread t = new Thread(() -> { work(); count++; });
                t.start();
                start(() -> { work(); count += 2; });
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            start(Crowd::work);
        }
    }
}
