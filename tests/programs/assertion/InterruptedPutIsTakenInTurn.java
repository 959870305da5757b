//@ jdk: 8 to 17
import java.util.concurrent.SynchronousQueue;

// As InterruptedPutIsTaken, in the order of arrival.
public class InterruptedPutIsTakenInTurn {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>(true);
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
