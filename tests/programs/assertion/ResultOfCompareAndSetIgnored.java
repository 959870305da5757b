import java.util.concurrent.atomic.AtomicInteger;

public class ResultOfCompareAndSetIgnored {
    static final AtomicInteger COUNT = new AtomicInteger();

    static void add() {
        int seen = COUNT.get();
        COUNT.compareAndSet(seen, seen + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ResultOfCompareAndSetIgnored::add);
        other.start();
        add();
        other.join();
        assert COUNT.get() == 2; //~ assertion-failure
    }
}
