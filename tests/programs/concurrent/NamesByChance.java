import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

public class NamesByChance {
    //@ time-limit: 20s
    //@ assumes: seeded-random
    static final Map<UUID, String> ORDERS = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> ORDERS.put(UUID.randomUUID(), "pen"));
        other.start();
        ORDERS.put(UUID.randomUUID(), "ink");
        other.join();
        assert ORDERS.size() == 2;
    }
}
