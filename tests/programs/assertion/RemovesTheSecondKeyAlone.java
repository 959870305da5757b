import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

// `removeAll` takes one key after the other: the first may come after it was looked for, and the second before.
public class RemovesTheSecondKeyAlone {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread puts = new Thread(() -> {
            map.put(0, 0);
            map.put(1, 1);
        });
        puts.start();
        map.keySet().removeAll(Arrays.asList(0, 1));
        puts.join();
        assert !map.containsKey(0) || map.containsKey(1); //~ assertion-failure
    }
}
