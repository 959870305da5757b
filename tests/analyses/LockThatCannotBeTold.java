/** What lock it is takes a call to know: that is said, and nothing is checked. */
public class LockThatCannotBeTold {
    @interface GuardedBy {
        String value();
    }

    private final Object secret = new Object();
    @GuardedBy("lock()")
    private volatile int count;

    private Object lock() {
        return secret;
    }

    public static void main(String[] args) {
        LockThatCannotBeTold counter = new LockThatCannotBeTold();
        new Thread(() -> counter.count = 1).start();
        counter.count = 2;
    }
}
