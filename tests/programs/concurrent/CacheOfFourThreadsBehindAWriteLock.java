import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class CacheOfFourThreadsBehindAWriteLock {
    static final Map<Integer, Integer> entries = new LinkedHashMap<>(16, 0.75f, true);
    static final ReadWriteLock lock = new ReentrantReadWriteLock();

    static Integer get(int key) {
        lock.writeLock().lock();
        try {
            return entries.get(key);
        } finally {
            lock.writeLock().unlock();
        }
    }

    static void put(int key, int value) {
        lock.writeLock().lock();
        try {
            entries.put(key, value);
            if (entries.size() > 2) {
                entries.remove(entries.keySet().iterator().next());
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                get(own);
                put(own, 1);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert entries.size() == 2;
    }
}
