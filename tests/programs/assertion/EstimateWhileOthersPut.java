import java.util.concurrent.ConcurrentHashMap;

/** A map that gives what was put does not count it yet. */
public class EstimateWhileOthersPut {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        Thread writer = new Thread(() -> map.put("key", "value"));
        writer.start();
        if (map.get("key") != null) {
            assert map.keySet().spliterator().estimateSize() == 1; //~ assertion-failure
        }
        writer.join();
    }
}
