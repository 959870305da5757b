// `merge` is one atomic operation.
//@ target: object
//@ set: object.calls=2
import java.util.concurrent.ConcurrentHashMap;

public class CountedByMerge {
    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    public int count(String word) {
        return counts.merge(word, 1, Integer::sum);
    }
}
