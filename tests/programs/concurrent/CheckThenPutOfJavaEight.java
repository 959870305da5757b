import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

//@ jdk: 8
public class CheckThenPutOfJavaEight {
    static final ConcurrentHashMap<String, Integer> STOCK = new ConcurrentHashMap<>();
    static final AtomicInteger MADE = new AtomicInteger();

    static void fill() {
        if (!STOCK.containsKey("apple")) {
            STOCK.put("apple", MADE.incrementAndGet());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(CheckThenPutOfJavaEight::fill);
        other.start();
        fill();
        other.join();
        assert MADE.get() == 1; //~ assertion-failure
    }
}
