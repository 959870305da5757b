import java.util.concurrent.ConcurrentHashMap;

// The copy passes the place of the first before it is there, and finds the second.
public class CopyOfAMapIsNoSnapshot {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, String> orders = new ConcurrentHashMap<>();
        Thread clerk = new Thread(() -> {
            orders.put(1, "first");
            orders.put(2, "second");
        });
        clerk.start();
        ConcurrentHashMap<Integer, String> copy = new ConcurrentHashMap<>(orders);
        assert !copy.containsKey(2) || copy.containsKey(1); //~ assertion-failure
        clerk.join();
    }
}
