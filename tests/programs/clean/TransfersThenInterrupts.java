import java.util.concurrent.LinkedTransferQueue;

// Who was handed an element cannot withdraw any more, interrupted or not.
public class TransfersThenInterrupts {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread waiter = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        waiter.start();
        queue.transfer(1);
        waiter.interrupt();
        waiter.join();
        assert !interrupted;
    }
}
