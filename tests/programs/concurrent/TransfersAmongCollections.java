// Steps of several threads are taken back, and garbage is collected in the last of them (`debug.verify-hashes`): what is remembered of a thread that
// moved in that step alone comes back with it.
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

public class TransfersAmongCollections {
    static final LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
    static String taken;
    static String transferred;

    static void take() {
        String s = "";
        try {
            s += queue.take() + " ";
        } catch (InterruptedException e) {
            s += e.getClass().getSimpleName();
        }
        taken = s;
    }

    static void tryTransfer() {
        String s = "";
        try {
            s += queue.tryTransfer(3, 1, TimeUnit.SECONDS) + " ";
        } catch (InterruptedException e) {
            s += e.getClass().getSimpleName();
        }
        transferred = s;
    }

    static void transfer() {
        try {
            queue.transfer(1); //~ deadlock
        } catch (InterruptedException e) {
            taken = e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        //@ set: debug.verify-hashes=true
        Thread taker = new Thread(TransfersAmongCollections::take);
        Thread trier = new Thread(TransfersAmongCollections::tryTransfer);
        Thread giver = new Thread(TransfersAmongCollections::transfer);
        taker.start();
        trier.start();
        giver.start();
        taker.join();
        trier.join();
        giver.join();
        System.out.println("<" + taken + " " + transferred + ">");
    }
}
