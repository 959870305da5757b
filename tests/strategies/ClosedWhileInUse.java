import java.util.concurrent.atomic.AtomicInteger;

// A reference count is looked at, and then raised: in between the last user may close, if nobody calls for a while.
public class ClosedWhileInUse {
    static final AtomicInteger users = new AtomicInteger(1);
    static volatile boolean closed;
    static final AtomicInteger calls = new AtomicInteger();

    static void release() {
        if (users.decrementAndGet() == 0) {
            closed = true;
        }
    }

    public static void main(String[] args) {
        Thread owner = new Thread(() -> {
            int before = calls.get();
            for (int i = 0; i < 6; i++) {
                calls.incrementAndGet();
            }
            if (calls.get() == before + 6) {
                release();
            }
        });
        Thread guest = new Thread(() -> {
            calls.incrementAndGet();
            if (users.get() > 0) {
                users.incrementAndGet();
                assert !closed;
                release();
            }
        });
        Thread[] callers = new Thread[3];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = new Thread(() -> {
                for (int call = 0; call < 6; call++) {
                    calls.incrementAndGet();
                }
            });
        }
        owner.start();
        guest.start();
        for (Thread caller : callers) {
            caller.start();
        }
    }
}
