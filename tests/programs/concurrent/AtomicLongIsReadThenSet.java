import java.util.concurrent.atomic.AtomicLong;

public class AtomicLongIsReadThenSet {
    static final AtomicLong SUM = new AtomicLong();

    static void add(long amount) {
        SUM.set(SUM.get() + amount);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(2));
        other.start();
        add(3);
        other.join();
        assert SUM.get() == 5; //~ assertion-failure
    }
}
