// The flag is looked at outside of the lock: the notification may come before the wait.
public class NotifiedBeforeItWaits {
    static volatile boolean ready;
    static volatile int looks;
    static final Object lock = new Object();

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            if (!ready) {
                int before = looks;
                synchronized (lock) {
                    if (looks == before + 12) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            }
        });
        Thread setter = new Thread(() -> {
            ready = true;
            for (int i = 0; i < 12; i++) {
                looks++;
            }
            synchronized (lock) {
                lock.notifyAll();
            }
        });
        Thread other = new Thread(() -> {
            for (int i = 0; i < 6; i++) {
                looks++;
            }
        });
        waiter.start();
        setter.start();
        other.start();
    }
}
