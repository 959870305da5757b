// The only thread in the wait set was interrupted, and is then notified. `wait` throws if the thread had left, else it returns.
public class NotifyComesTooLateForTheInterrupted {
    static final Object LOCK = new Object();
    static boolean waits;
    static boolean thrown;
    static boolean returned;

    static void await() {
        synchronized (LOCK) {
            waits = true;
            try {
                LOCK.wait();
                returned = true;
            } catch (InterruptedException e) {
                thrown = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(NotifyComesTooLateForTheInterrupted::await);
        waiter.start();
        synchronized (LOCK) {
            if (!waits) {
                System.exit(0);
            }
        }
        waiter.interrupt();
        synchronized (LOCK) {
            LOCK.notify();
        }
        waiter.join();
        assert thrown; //~ assertion-failure
        assert returned; //~ assertion-failure
    }
}
