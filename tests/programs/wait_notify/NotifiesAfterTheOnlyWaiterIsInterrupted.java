// `notifier` stands before its notification when the interrupt takes the only waiter away. It may then notify nobody
// before the second waiter comes: that one waits for ever.
public class NotifiesAfterTheOnlyWaiterIsInterrupted {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(() -> await());
        Thread second = new Thread(() -> await()); //~? deadlock
        Thread notifier = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notify();
            }
        });
        first.start();
        notifier.start();
        second.start();
        first.interrupt();
        notifier.join();
    }

    static void await() {
        synchronized (LOCK) {
            try {
                LOCK.wait(); //~ deadlock
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
