import java.util.concurrent.LinkedTransferQueue;

public class TransferWaitsForTheTaker {
    static boolean taken;

    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread other = new Thread(() -> {
            try {
                assert queue.take() + queue.take() == 3;
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        });
        other.start();
        queue.put(1);
        queue.transfer(2);
        assert queue.isEmpty();
        other.join();
    }
}
