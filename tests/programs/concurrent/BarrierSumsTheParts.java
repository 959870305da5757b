import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierSumsTheParts {
    static final int[] PARTS = new int[2];
    static int sum;
    static final CyclicBarrier BARRIER = new CyclicBarrier(2, () -> sum += PARTS[0] + PARTS[1]);

    static void work(int mine) {
        try {
            for (int round = 1; round <= 2; round++) {
                PARTS[mine] = round;
                BARRIER.await();
            }
        } catch (InterruptedException | BrokenBarrierException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> work(1));
        other.start();
        work(0);
        other.join();
        assert sum == 6;
    }
}
