import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

// The next free slot is looked up and then taken; a third thread frees slots meanwhile.
public class SlotIsTakenTwice {
    static final AtomicIntegerArray slots = new AtomicIntegerArray(4);
    static final AtomicInteger owners = new AtomicInteger();

    static int free() {
        for (int i = 0; i < slots.length(); i++) {
            if (slots.get(i) == 0) {
                return i;
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        slots.set(0, 1);
        slots.set(1, 1);
        slots.set(2, 1);
        slots.set(3, 1);
        for (int number = 2; number <= 3; number++) {
            int id = number;
            new Thread(() -> {
                int slot = free();
                if (slot == 2) {
                    slots.set(slot, id);
                    if (owners.incrementAndGet() == 2) {
                        assert slots.get(2) == id && slots.get(3) == 1;
                    }
                }
            }).start();
        }
        new Thread(() -> {
            slots.set(2, 0);
            slots.set(3, 0);
        }).start();
    }
}
