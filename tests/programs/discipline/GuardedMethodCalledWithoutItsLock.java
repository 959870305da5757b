// The caller of refill has to hold the lock, and one of two does not.
public class GuardedMethodCalledWithoutItsLock {
    @interface GuardedBy {
        String[] value();
    }

    private final Object lock = new Object();
    private volatile int paper;

    @GuardedBy("lock")
    private void refill() {
        paper = 100;
    }

    void print() {
        synchronized (lock) {
            refill();
        }
    }

    public static void main(String[] args) {
        GuardedMethodCalledWithoutItsLock printer = new GuardedMethodCalledWithoutItsLock();
        new Thread(printer::print).start();
        printer.refill(); //~ lock-discipline "calls GuardedMethodCalledWithoutItsLock.refill"
    }
}
