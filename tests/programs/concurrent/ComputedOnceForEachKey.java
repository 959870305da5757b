import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class ComputedOnceForEachKey {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> cache = new ConcurrentHashMap<>();
        AtomicInteger computed = new AtomicInteger();
        Runnable look = () -> cache.computeIfAbsent("key", key -> computed.incrementAndGet());
        Thread other = new Thread(look);
        other.start();
        look.run();
        other.join();
        assert cache.size() == 1 && computed.get() == 1;
    }
}
