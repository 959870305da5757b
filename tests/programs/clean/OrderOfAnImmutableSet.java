//@ jdk: 11
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

// Every virtual machine has another order.
public class OrderOfAnImmutableSet {
    //@ assumes: seeded-random
    public static void main(String[] args) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        Thread reader = new Thread(() -> {
            for (String name : Set.of("warp", "weft", "reed")) {
                seen.add(name);
            }
        });
        reader.start();
        reader.join();
        assert seen.size() == 3;
    }
}
