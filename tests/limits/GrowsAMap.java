import java.util.HashMap;
import java.util.Map;

public class GrowsAMap {
    public static void main(String[] args) throws Exception {
        Map<Integer, Object> all = new HashMap<>();
        for (int i = 0;; i++) {
            all.put(i, "value " + i);
        }
    }
}
