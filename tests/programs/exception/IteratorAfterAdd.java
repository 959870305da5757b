//@ findings: 1
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class IteratorAfterAdd {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        names.add("ann");
        Iterator<String> each = names.iterator();
        names.add("bob");
        each.next(); //~ uncaught-exception "ConcurrentModificationException"
    }
}
