import java.util.Map;
import java.util.WeakHashMap;

// Nobody but the map knows the key: the collector may take the entry away.
public class WeakMapComputesAValue {
    //@ assumes: no-reference-clearing
    public static void main(String[] args) {
        Map<String, Integer> lengths = new WeakHashMap<>();
        lengths.computeIfAbsent(new String("ink"), String::length);
        assert lengths.size() == 1;
    }
}
