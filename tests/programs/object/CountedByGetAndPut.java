// Each operation of the map is atomic, and the two of them are not.
//@ target: object
//@ set: object.calls=1
//@ set: object.arguments=1
import java.util.concurrent.ConcurrentHashMap;

public class CountedByGetAndPut {
    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    public int count(String word) {
        Integer before = counts.get(word); //~ not-linearizable
        int now = before == null ? 1 : before + 1;
        counts.put(word, now);
        return now;
    }
}
