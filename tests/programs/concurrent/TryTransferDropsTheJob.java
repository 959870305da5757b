import java.util.concurrent.LinkedTransferQueue;

public class TryTransferDropsTheJob {
    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        Thread worker = new Thread(() -> {
            try {
                queue.take(); //~ deadlock
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        });
        worker.start();
        queue.tryTransfer("job");
        worker.join();
    }
}
