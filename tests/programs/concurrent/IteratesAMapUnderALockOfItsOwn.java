import java.util.concurrent.ConcurrentHashMap;

/** The lock excludes nobody who puts without it: an element comes between two sums, and another one has a new value. */
public class IteratesAMapUnderALockOfItsOwn {
    static final Object LOCK = new Object();
    static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();

    static int sum() {
        int sum = 0;
        for (int value : MAP.values()) {
            sum += value;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        MAP.put(1, 1);
        MAP.put(2, 2);
        Thread other = new Thread(() -> {
            MAP.put(3, 10);
            MAP.put(1, 100);
        });
        other.start();
        int first;
        int second;
        synchronized (LOCK) {
            first = sum();
            second = sum();
        }
        other.join();
        assert second - first != 10; //~ assertion-failure
        assert second - first != 99; //~ assertion-failure
    }
}
