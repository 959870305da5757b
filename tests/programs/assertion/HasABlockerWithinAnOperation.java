import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;

// The other thread waited for the queue's lock, and has not gone on yet.
public class HasABlockerWithinAnOperation {
    static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> QUEUE.offer(1));
        other.start();
        boolean first = QUEUE.offer(2);
        boolean waits = LockSupport.getBlocker(other) != null;
        other.join();
        assert !first || !waits; //~ assertion-failure
    }
}
