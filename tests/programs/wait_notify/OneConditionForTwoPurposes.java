import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class OneConditionForTwoPurposes {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CHANGED = LOCK.newCondition();
    static boolean full;

    static void change(boolean to) {
        LOCK.lock();
        try {
            while (full == to) {
                CHANGED.awaitUninterruptibly(); //~ deadlock
            }
            full = to;
            CHANGED.signal();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            change(true);
            change(true);
        }).start();
        new Thread(() -> change(false)).start();
        change(false);
    }
}
