import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

// Nobody waits inside `offer`, so the permit is still there.
public class PermitOutlivesAQueueWithoutLocks {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        Thread other = new Thread(() -> {
            queue.offer("a");
            LockSupport.park();
        });
        other.start();
        LockSupport.unpark(other);
        queue.offer("b");
        other.join();
    }
}
