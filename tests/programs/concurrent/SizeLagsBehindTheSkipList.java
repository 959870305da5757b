//@ jdk: 11
import java.util.concurrent.ConcurrentSkipListMap;

// The same where each thread looks after what it did itself: the count of the other's removal is still to come.
public class SizeLagsBehindTheSkipList {
    public static void main(String[] args) {
        ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
        map.put("key", 1);
        new Thread(() -> map.remove("key")).start();
        if (!map.containsKey("key")) {
            assert map.size() == 0; //~ assertion-failure
        }
    }
}
