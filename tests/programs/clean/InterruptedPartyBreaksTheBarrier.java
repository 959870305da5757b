import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

// A party asks under the barrier's lock whether it was interrupted. Where it was and nobody saw it come,
// it does not pass.
public class InterruptedPartyBreaksTheBarrier {
    static volatile boolean passed;

    static void arrive(CyclicBarrier barrier, boolean first) {
        try {
            barrier.await();
            passed |= first;
        } catch (InterruptedException | BrokenBarrierException e) {
            // The usual way.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread first = new Thread(() -> arrive(barrier, true));
        Thread second = new Thread(() -> arrive(barrier, false));
        first.start();
        first.interrupt();
        boolean came = barrier.getNumberWaiting() > 0 || barrier.isBroken();
        second.start();
        first.join();
        second.join();
        assert came || !passed;
    }
}
