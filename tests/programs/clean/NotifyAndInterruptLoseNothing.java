// Notified and interrupted at once: either the notification is used, or the other waiter gets it.
public class NotifyAndInterruptLoseNothing {
    static final Object LOCK = new Object();
    static boolean go;

    static void pass() {
        synchronized (LOCK) {
            try {
                while (!go) {
                    LOCK.wait();
                }
                LOCK.notify();
            } catch (InterruptedException leaves) {
                // Without passing anything on.
            }
        }
    }

    public static void main(String[] args) {
        Thread first = new Thread(NotifyAndInterruptLoseNothing::pass);
        first.start();
        new Thread(NotifyAndInterruptLoseNothing::pass).start();
        synchronized (LOCK) {
            go = true;
            LOCK.notify();
            first.interrupt();
        }
    }
}
