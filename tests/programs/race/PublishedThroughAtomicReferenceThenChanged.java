//@ findings: 1
import java.util.concurrent.atomic.AtomicReference;

public class PublishedThroughAtomicReferenceThenChanged {
    static class Box {
        int value;
    }

    static final AtomicReference<Box> SHELF = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            SHELF.compareAndSet(null, box);
            box.value = 1; //~ data-race "value"
        }).start();
        Box found = SHELF.get();
        if (found != null) {
            assert found.value < 2;
        }
    }
}
