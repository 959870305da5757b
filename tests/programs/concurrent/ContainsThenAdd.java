import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

public class ContainsThenAdd {
    static final ConcurrentSkipListSet<String> NAMES = new ConcurrentSkipListSet<>();
    static final AtomicInteger REGISTERED = new AtomicInteger();

    static void register(String name) {
        if (!NAMES.contains(name)) {
            NAMES.add(name);
            REGISTERED.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> register("ann"));
        other.start();
        register("ann");
        other.join();
        assert REGISTERED.get() == NAMES.size(); //~ assertion-failure
    }
}
