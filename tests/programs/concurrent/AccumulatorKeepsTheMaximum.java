import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAccumulator;

public class AccumulatorKeepsTheMaximum {
    public static void main(String[] args) throws InterruptedException {
        LongAccumulator longest = new LongAccumulator(Math::max, 0);
        DoubleAccumulator total = new DoubleAccumulator(Double::sum, 0);
        Thread other = new Thread(() -> {
            longest.accumulate(5);
            total.accumulate(0.5);
        });
        other.start();
        longest.accumulate(3);
        total.accumulate(1.5);
        other.join();
        assert longest.get() == 5 && total.get() == 2.0;
    }
}
