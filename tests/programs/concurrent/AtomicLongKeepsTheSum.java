import java.util.concurrent.atomic.AtomicLong;

public class AtomicLongKeepsTheSum {
    public static void main(String[] args) throws InterruptedException {
        AtomicLong sum = new AtomicLong(1L << 40);
        Thread other = new Thread(() -> sum.addAndGet(2));
        other.start();
        sum.updateAndGet(n -> n + 3);
        other.join();
        assert sum.get() == (1L << 40) + 5;
    }
}
