//@ jdk: 21
import java.util.concurrent.SynchronousQueue;

// A virtual thread that is interrupted while it offers to take an element gets it, or withdraws: either way it ends.
public class InterruptedTakeOfAVirtualThread {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread taker = Thread.ofVirtual().start(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                // Nobody gave one in time.
            }
        });
        taker.interrupt();
        queue.offer(2);
        taker.join();
    }
}
