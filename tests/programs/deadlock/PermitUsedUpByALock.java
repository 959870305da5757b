import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;

// Two that offer at the same time meet at the queue's own lock. Who waits for it uses up the permit that `park` waits for.
public class PermitUsedUpByALock {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(2);
        Thread other = new Thread(() -> {
            queue.offer("a");
            LockSupport.park(); //~ deadlock
        });
        other.start();
        LockSupport.unpark(other);
        queue.offer("b");
        other.join();
    }
}
