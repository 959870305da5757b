import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierForThreeMeetsTwo {
    static final CyclicBarrier BARRIER = new CyclicBarrier(3);

    static void meet() {
        try {
            BARRIER.await(); //~ deadlock
        } catch (InterruptedException | BrokenBarrierException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        new Thread(BarrierForThreeMeetsTwo::meet).start();
        new Thread(BarrierForThreeMeetsTwo::meet).start();
    }
}
