import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

//@ jdk: 8
public class PoolAndLockOfJavaEight {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int sum;

    static int add(int number) {
        LOCK.lock();
        try {
            return sum += number;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> one = pool.submit(() -> add(1));
        Future<Integer> two = pool.submit(() -> add(2));
        int last = Math.max(one.get(), two.get());
        pool.shutdown();
        assert last == 3;
        System.out.println("the sum is " + last);
    }
}
