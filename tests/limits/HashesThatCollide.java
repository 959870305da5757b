import java.util.HashMap;
import java.util.Map;

public class HashesThatCollide {
    record Key(int number) {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    public static void main(String[] args) throws Exception {
        Map<Key, Integer> all = new HashMap<>();
        for (int i = 0;; i++) {
            all.put(new Key(i), i);
        }
    }
}
