import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolTasksLockEachOtherOut {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Object left = new Object();
        Object right = new Object();
        pool.execute(() -> nested(left, right));
        pool.execute(() -> nested(right, left));
        pool.shutdown();
    }

    static void nested(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) { //~ deadlock
            }
        }
    }
}
