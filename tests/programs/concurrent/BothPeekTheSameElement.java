import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

public class BothPeekTheSameElement {
    static final ConcurrentLinkedDeque<String> ORDERS = new ConcurrentLinkedDeque<>();
    static final AtomicInteger SERVED = new AtomicInteger();

    static void serve() {
        if (ORDERS.peekFirst() != null) {
            SERVED.incrementAndGet();
            ORDERS.pollFirst();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ORDERS.add("soup");
        Thread other = new Thread(BothPeekTheSameElement::serve);
        other.start();
        serve();
        other.join();
        assert SERVED.get() == 1; //~ assertion-failure
    }
}
