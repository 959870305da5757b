//@ jdk: 11
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

// As OrderOfAnImmutableSet; the list takes the elements of the set at once.
public class ListInTheOrderOfASet {
    //@ assumes: seeded-random
    public static void main(String[] args) {
        List<String> names = new CopyOnWriteArrayList<>(Set.of("warp", "weft"));
        assert names.indexOf("warp") + names.indexOf("weft") == 1;
    }
}
