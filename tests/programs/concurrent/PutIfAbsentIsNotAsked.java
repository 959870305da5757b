import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class PutIfAbsentIsNotAsked {
    static final ConcurrentHashMap<String, AtomicInteger> HITS = new ConcurrentHashMap<>();

    static void hit() {
        AtomicInteger hits = HITS.get("page");
        if (hits == null) {
            hits = new AtomicInteger();
            HITS.putIfAbsent("page", hits);
        }
        hits.incrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(PutIfAbsentIsNotAsked::hit);
        other.start();
        hit();
        other.join();
        assert HITS.get("page").get() == 2; //~ assertion-failure
    }
}
