import java.util.concurrent.ConcurrentHashMap;

public class TwoMergesInOneMap {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.merge("key", 1, Integer::sum));
        other.start();
        map.merge("key", 1, Integer::sum);
        other.join();
        assert map.get("key") == 2;
    }
}
