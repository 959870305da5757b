import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

public class ContainsThenAddsToASkipList {
    static final Set<String> SEEN = new ConcurrentSkipListSet<>();
    static final AtomicInteger VISITS = new AtomicInteger();

    static void visit() {
        if (!SEEN.contains("page")) {
            SEEN.add("page");
            VISITS.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ContainsThenAddsToASkipList::visit);
        other.start();
        visit();
        other.join();
        assert VISITS.get() == 1; //~ assertion-failure
    }
}
