import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;

/** The lock excludes nobody who puts without it. */
public class IteratesASkipListUnderALockOfItsOwn {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final ConcurrentSkipListMap<Integer, Integer> MAP = new ConcurrentSkipListMap<>();

    static int sum() {
        int sum = 0;
        for (int value : MAP.values()) {
            sum += value;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        MAP.put(1, 1);
        Thread other = new Thread(() -> MAP.put(3, 2));
        other.start();
        LOCK.lock();
        int first = sum();
        int second = sum();
        LOCK.unlock();
        other.join();
        assert first == second; //~ assertion-failure
    }
}
