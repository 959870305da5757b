// A volatile field needs no lock for one read; its annotation asks for one all the same.
public class VolatileIsNoLock {
    @interface GuardedBy {
        String value();
    }

    private final Object lock = new Object();
    @GuardedBy("lock")
    private volatile int count;

    void add() {
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) {
        VolatileIsNoLock counter = new VolatileIsNoLock();
        new Thread(counter::add).start();
        int seen = counter.count; //~ lock-discipline "reads VolatileIsNoLock.count"
    }
}
