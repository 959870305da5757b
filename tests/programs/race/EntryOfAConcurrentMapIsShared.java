import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A concurrent map writes what its entry is given under a lock; the entry keeps it in a plain field. */
public class EntryOfAConcurrentMapIsShared {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 2);
        Map.Entry<Integer, Integer> entry = map.entrySet().iterator().next();
        Thread writes = new Thread(() -> {
            entry.setValue(7); //~ data-race
        });
        writes.start();
        entry.getValue(); //~ data-race
        writes.join();
    }
}
