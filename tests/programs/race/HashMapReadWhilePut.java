//@ jdk: 11
import java.util.HashMap;
import java.util.Map;

public class HashMapReadWhilePut {
    public static void main(String[] args) {
        Map<String, String> phones = new HashMap<>(Map.of("ann", "1"));
        new Thread(() -> phones.put("bob", "2")).start(); //~ data-race
        phones.get("ann");
    }
}
