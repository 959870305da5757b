import java.util.HashMap;
import java.util.Map;

public class HashMapPutByTwo {
    static final Map<Integer, Integer> PRICES = new HashMap<>();

    static void put(int key) {
        PRICES.put(key, key); //~ data-race
    }

    public static void main(String[] args) {
        new Thread(() -> put(1)).start();
        put(2);
    }
}
