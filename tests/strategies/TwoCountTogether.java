import java.util.concurrent.atomic.AtomicInteger;

// Nothing is lost, however often one thread preempts the other.
public class TwoCountTogether {
    static final AtomicInteger count = new AtomicInteger();

    static void twice() {
        count.incrementAndGet();
        count.incrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(TwoCountTogether::twice);
        Thread other = new Thread(TwoCountTogether::twice);
        one.start();
        other.start();
        one.join();
        other.join();
        assert count.get() == 4;
    }
}
