//@ verdict: violated
import java.util.concurrent.atomic.AtomicInteger;

/** A function of an atomic variable is applied again where somebody else was faster, and leaves its trace twice. */
public class FunctionIsAppliedAgain {
    static final AtomicInteger total = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(total::incrementAndGet);
        other.start();
        int[] calls = new int[1];
        AtomicInteger counted = new AtomicInteger();
        total.updateAndGet(v -> {
            calls[0]++;
            return v + 1;
        });
        total.accumulateAndGet(1, (v, by) -> {
            counted.incrementAndGet();
            return v + by;
        });
        assert calls[0] == 1; //~ assertion-failure
        assert counted.get() == 1; //~ assertion-failure
        other.join();
    }
}
