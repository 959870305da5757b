import java.util.HashMap;
import java.util.Map;

public class ViewOfAMapThatGrows {
    static final Map<String, Integer> STOCK = new HashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> STOCK.put("pen", 1));
        other.start();
        int kinds = STOCK.keySet().size(); //~ data-race "HashMap.size"
        other.join();
    }
}
