import java.util.concurrent.atomic.AtomicReference;

public class AtomicReferencePublishes {
    static class Box {
        int value;
    }

    static final AtomicReference<Box> SHELF = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            box.value = 3;
            SHELF.set(box);
        }).start();
        Box found = SHELF.getAndSet(null);
        assert found == null || ++found.value == 4;
    }
}
