import java.util.HashMap;
import java.util.Map;

// `Enum.hashCode` is the identity hash.
public class OrderOfEnumsInAHashMap {
    enum Shade { LIGHT, DARK }

    //@ assumes: seeded-random
    public static void main(String[] args) throws InterruptedException {
        Map<Shade, Integer> counts = new HashMap<>();
        Thread counter = new Thread(() -> {
            for (Shade shade : Shade.values()) {
                counts.merge(shade, 1, Integer::sum);
            }
        });
        counter.start();
        counter.join();
        assert counts.size() == 2;
    }
}
