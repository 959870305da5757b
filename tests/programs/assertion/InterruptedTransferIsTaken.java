//@ jdk: 8 to 17
import java.util.concurrent.LinkedTransferQueue;

// As InterruptedPutIsTaken, of a transfer.
public class InterruptedTransferIsTaken {
    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread giver = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                queue.transfer(1);
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
