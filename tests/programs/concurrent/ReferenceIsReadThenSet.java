import java.util.Collections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A copy with one more element is set without looking whether the list is still the one that was copied. */
public class ReferenceIsReadThenSet {
    static final AtomicReference<List<String>> NAMES = new AtomicReference<>(Collections.emptyList());

    static void add(String name) {
        List<String> more = new ArrayList<>(NAMES.get());
        more.add(name);
        NAMES.set(more);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add("Ada"));
        other.start();
        add("Grace");
        other.join();
        assert NAMES.get().size() == 2; //~ assertion-failure
    }
}
