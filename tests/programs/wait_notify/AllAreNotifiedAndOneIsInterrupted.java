// Whoever was interrupted in a wait set and is then notified with all others: `wait` throws if the thread had left, else it returns.
public class AllAreNotifiedAndOneIsInterrupted {
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
        Thread waiter = new Thread(AllAreNotifiedAndOneIsInterrupted::await);
        waiter.start();
        synchronized (LOCK) {
            if (!waits) {
                System.exit(0);
            }
        }
        waiter.interrupt();
        synchronized (LOCK) {
            LOCK.notifyAll();
        }
        waiter.join();
        assert thrown; //~ assertion-failure
        assert returned; //~ assertion-failure
    }
}
