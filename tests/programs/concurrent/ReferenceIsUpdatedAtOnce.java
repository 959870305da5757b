import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The same with `updateAndGet`, which begins again where somebody else was faster. */
public class ReferenceIsUpdatedAtOnce {
    static final AtomicReference<List<String>> NAMES = new AtomicReference<>(Collections.emptyList());

    static void add(String name) {
        NAMES.updateAndGet(names -> {
            List<String> more = new ArrayList<>(names);
            more.add(name);
            return more;
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add("Ada"));
        other.start();
        add("Grace");
        other.join();
        assert NAMES.get().size() == 2;
    }
}
