import java.util.concurrent.atomic.AtomicInteger;

public class RetainsWhatIsClosed {
    static final AtomicInteger USERS = new AtomicInteger(1);
    static volatile boolean closed;

    static boolean retain() {
        if (USERS.get() == 0) {
            return false;
        }
        USERS.incrementAndGet();
        return true;
    }

    static void release() {
        if (USERS.decrementAndGet() == 0) {
            closed = true;
        }
    }

    public static void main(String[] args) {
        new Thread(RetainsWhatIsClosed::release).start();
        if (retain()) {
            assert !closed; //~ assertion-failure
            release();
        }
    }
}
