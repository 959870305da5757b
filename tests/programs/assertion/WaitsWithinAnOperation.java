//@ assumes: thread-states
import java.util.concurrent.LinkedBlockingQueue;

// Each of the two may wait for the lock of the queue that the other one holds.
public class WaitsWithinAnOperation {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> QUEUE.offer(1));
        Thread other = new Thread(() -> QUEUE.offer(2));
        one.start();
        other.start();
        assert one.getState() != Thread.State.WAITING; //~ assertion-failure
    }
}
