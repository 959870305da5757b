import java.util.concurrent.atomic.LongAdder;

// Adders are documented without memory effects: that who sees the sum sees what was written before it is an assumption.
public class AdderIsNoFence {
    //@ assumes: sequential-consistency
    static int value;

    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        Thread other = new Thread(() -> {
            value = 1;
            adder.increment();
        });
        other.start();
        if (adder.sum() == 1) {
            assert value == 1;
        }
        other.join();
    }
}
