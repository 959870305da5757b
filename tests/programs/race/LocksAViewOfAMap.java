import java.util.HashMap;
import java.util.Map;

// A view is made when it is first asked for, without synchronization: two threads may have two of them.
public class LocksAViewOfAMap {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> map = new HashMap<>();
        Runnable add = () -> {
            synchronized (map.keySet()) {
                count++; //~ data-race "count"
            }
        };
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
    }
}
