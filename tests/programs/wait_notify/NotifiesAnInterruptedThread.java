// JLS 17.2.4: a thread that was interrupted in a wait set may still be the one that is notified. `wait` then returns, and the other thread
// waits for ever.
public class NotifiesAnInterruptedThread {
    static final Object LOCK = new Object();
    static int waiting;

    static void await() {
        synchronized (LOCK) {
            waiting++;
            try {
                LOCK.wait(); //~ deadlock
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) {
        Thread first = new Thread(NotifiesAnInterruptedThread::await);
        Thread second = new Thread(NotifiesAnInterruptedThread::await);
        first.start();
        second.start();
        synchronized (LOCK) {
            if (waiting < 2) {
                LOCK.notifyAll();
                System.exit(0);
            }
        }
        first.interrupt();
        synchronized (LOCK) {
            LOCK.notify();
        }
    }
}
