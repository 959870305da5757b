import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** `get` of a map in access order moves the entry to the end: under a read lock two readers do so at once. */
public class CacheInAccessOrderIsRead {
    private final Map<String, Integer> map = new LinkedHashMap<String, Integer>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 2;
        }
    };
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    Integer get(String key) {
        lock.readLock().lock();
        try {
            return map.get(key); //~ data-race "LinkedHashMap"
        } finally {
            lock.readLock().unlock();
        }
    }

    void put(String key, int value) {
        lock.writeLock().lock();
        try {
            map.put(key, value);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CacheInAccessOrderIsRead cache = new CacheInAccessOrderIsRead();
        cache.put("a", 1);
        cache.put("b", 2);
        Thread reader = new Thread(() -> cache.get("a"));
        reader.start();
        cache.get("b");
        reader.join();
    }
}
