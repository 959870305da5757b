import java.util.concurrent.ConcurrentHashMap;

// A map counts an element after it holds it: whoever finds it may be told that there is none.
public class SizeLagsBehindTheMap {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> map.put("key", 1)).start();
        if (map.containsKey("key")) {
            assert map.size() == 1; //~ assertion-failure
        }
    }
}
