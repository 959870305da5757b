//@ jdk: 17 to 17
import java.util.concurrent.LinkedTransferQueue;

// A transfer finds another one before it, which withdraws. Java 17 then spins instead of waiting, if it has not begun to wait.
public class WaitsBesideAWithdrawnTransfer {
    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        Thread impatient = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                queue.transfer("first");
            } catch (InterruptedException e) {
                return;
            }
        });
        impatient.start();
        queue.transfer("second"); //~ deadlock
        //~^ infinite-loop
    }
}
