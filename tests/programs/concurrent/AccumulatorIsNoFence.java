import java.util.concurrent.atomic.DoubleAccumulator;

// Accumulators are documented without memory effects: that who sees the value sees what was written before it is an assumption.
public class AccumulatorIsNoFence {
    //@ assumes: sequential-consistency
    static int value;

    public static void main(String[] args) throws Exception {
        DoubleAccumulator maximum = new DoubleAccumulator(Double::max, 0);
        Thread other = new Thread(() -> {
            value = 1;
            maximum.accumulate(1);
        });
        other.start();
        if (maximum.get() == 1) {
            assert value == 1;
        }
        other.join();
    }
}
