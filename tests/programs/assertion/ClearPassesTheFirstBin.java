import java.util.concurrent.ConcurrentHashMap;

// `clear` goes from bin to bin: it may have left the first one when the first element comes, and reach the second one after the second element.
public class ClearPassesTheFirstBin {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        Thread clearing = new Thread(map::clear);
        clearing.start();
        map.put(0, "a");
        map.put(1, "b");
        clearing.join();
        assert !map.containsKey(0) || map.containsKey(1); //~ assertion-failure
    }
}
