import java.util.LinkedHashMap;
import java.util.Map;

public class CacheOfFourThreadsBehindAMonitor {
    static final Map<Integer, Integer> entries = new LinkedHashMap<>(16, 0.75f, true);
    static final Object lock = new Object();

    static Integer get(int key) {
        synchronized (lock) {
            return entries.get(key);
        }
    }

    static void put(int key, int value) {
        synchronized (lock) {
            entries.put(key, value);
            if (entries.size() > 2) {
                entries.remove(entries.keySet().iterator().next());
            }
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
