// Two accounts are changed one after the other, and read in between.
//@ target: object
//@ set: object.calls=1
import java.util.concurrent.atomic.AtomicInteger;

public class TotalIsReadInTheMiddle {
    private final AtomicInteger one = new AtomicInteger(1);
    private final AtomicInteger other = new AtomicInteger();

    public void move() {
        one.decrementAndGet(); //~ not-linearizable "total() = 0"
        other.incrementAndGet();
    }

    public int total() {
        return one.get() + other.get();
    }
}
