import java.util.concurrent.atomic.AtomicInteger;

public class TwoAtomicsAreNotOne {
    static final AtomicInteger LOWER = new AtomicInteger(0);
    static final AtomicInteger UPPER = new AtomicInteger(10);

    static void setLower(int value) {
        if (value <= UPPER.get()) {
            LOWER.set(value);
        }
    }

    static void setUpper(int value) {
        if (value >= LOWER.get()) {
            UPPER.set(value);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> setUpper(4));
        other.start();
        setLower(5);
        other.join();
        assert LOWER.get() <= UPPER.get(); //~ assertion-failure
    }
}
