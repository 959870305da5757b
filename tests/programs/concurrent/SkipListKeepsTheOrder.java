import java.util.concurrent.ConcurrentSkipListMap;

public class SkipListKeepsTheOrder {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        Thread other = new Thread(() -> {
            map.put(2, "two");
            map.putIfAbsent(1, "other");
        });
        other.start();
        map.putIfAbsent(1, "main");
        other.join();
        assert map.firstKey() == 1 && map.lastKey() == 2;
        assert map.get(1) != null && map.size() == 2;
    }
}
