import java.util.concurrent.atomic.AtomicInteger;

// A task is looked at and then cancelled; it may have run in between, and somebody relies on that.
public class CancelledAfterItRan {
    static final int NEW = 0;
    static final int RUN = 1;
    static final int CANCELLED = 2;
    static final AtomicInteger state = new AtomicInteger(NEW);
    static volatile int ticks;

    public static void main(String[] args) {
        new Thread(() -> {
            if (state.get() == NEW) {
                int before = ticks;
                for (int i = 0; i < 10; i++) {
                    ticks++;
                }
                if (ticks == before + 10) {
                    state.set(CANCELLED);
                }
            }
        }).start();
        new Thread(() -> {
            if (state.compareAndSet(NEW, RUN)) {
                assert state.get() == RUN;
            }
        }).start();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                for (int step = 0; step < 10; step++) {
                    ticks++;
                }
            }).start();
        }
    }
}
