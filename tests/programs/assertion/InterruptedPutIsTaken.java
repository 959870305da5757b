//@ jdk: 8 to 17
import java.util.concurrent.SynchronousQueue;

// Who is interrupted before it waits has put its element into the queue by then: another thread may take it before it is withdrawn (real: 1 of 200,000).
public class InterruptedPutIsTaken {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread giver = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                queue.put(1);
            } catch (InterruptedException e) {
                // No thread took it.
            }
        });
        giver.start();
        Integer taken = queue.poll();
        giver.join();
        assert taken == null; //~ assertion-failure
    }
}
