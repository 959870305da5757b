import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class CollectionsAreReadByBoth {
    static final Map<String, Integer> PRICES = new HashMap<>();

    static void look(List<String> names) {
        int sum = 0;
        for (String name : names) {
            sum += PRICES.get(name);
        }
        assert sum == 5;
    }

    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        for (String name : new String[] {"tea", "cake"}) {
            names.add(name);
            PRICES.put(name, name.length() - 1);
        }
        new Thread(() -> look(names)).start();
        look(names);
    }
}
