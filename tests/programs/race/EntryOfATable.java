import java.util.Hashtable;
import java.util.Map;

// A table locks itself and its views, not the entries that it hands out.
public class EntryOfATable {
    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> table = new Hashtable<>();
        table.put("key", 1);
        Map.Entry<String, Integer> entry = table.entrySet().iterator().next();
        Thread other = new Thread(() -> entry.setValue(2)); //~ data-race
        other.start();
        entry.getValue(); //~ data-race
        other.join();
    }
}
