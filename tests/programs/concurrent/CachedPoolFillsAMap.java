import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CachedPoolFillsAMap {
    public static void main(String[] args) {
        Map<String, Integer> lengths = new HashMap<>();
        ExecutorService pool = Executors.newCachedThreadPool();
        for (String word : new String[] {"one", "three"}) {
            pool.execute(() -> lengths.put(word, word.length())); //~ data-race
        }
        pool.shutdown();
    }
}
