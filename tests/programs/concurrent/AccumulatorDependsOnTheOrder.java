import java.util.concurrent.atomic.LongAccumulator;

// Horner's scheme is not commutative.
public class AccumulatorDependsOnTheOrder {
    public static void main(String[] args) throws InterruptedException {
        LongAccumulator digits = new LongAccumulator((number, digit) -> 10 * number + digit, 0);
        Thread other = new Thread(() -> digits.accumulate(2));
        other.start();
        digits.accumulate(1);
        other.join();
        assert digits.get() == 12; //~ assertion-failure
    }
}
