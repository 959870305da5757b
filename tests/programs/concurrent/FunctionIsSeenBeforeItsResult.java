import java.util.concurrent.ConcurrentHashMap;

// What the function does can be seen before the map holds what it returns.
public class FunctionIsSeenBeforeItsResult {
    static volatile boolean computed;

    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("key", 1);
        new Thread(() -> map.compute("key", (key, old) -> {
            computed = true;
            return old + 1;
        })).start();
        if (computed) {
            assert map.get("key") == 2; //~ assertion-failure
        }
    }
}
