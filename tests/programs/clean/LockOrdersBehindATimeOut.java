import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

// A time-out orders nothing; a lock, a join and a latch behind it do.
public class LockOrdersBehindATimeOut {
    static int locked;
    static int joined;
    static int counted;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            synchronized (queue) {
                locked = 2;
            }
            counted = 2;
            latch.countDown();
            joined = 2;
        });
        other.start();
        queue.poll(10, TimeUnit.MILLISECONDS);
        synchronized (queue) {
            locked++;
        }
        if (latch.await(10, TimeUnit.MILLISECONDS)) {
            counted++;
        }
        other.join();
        joined++;
    }
}
