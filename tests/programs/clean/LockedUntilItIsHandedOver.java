//@ jdk: 11
// The worker counts under a lock, then hands over through a volatile; main counts without the lock while the worker lives.
public class LockedUntilItIsHandedOver {
    static final Object lock = new Object(), other = new Object();
    static int count;
    static int rest;
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                count++;
            }
            synchronized (lock) {
                count++;
            }
            done = true;
            synchronized (other) {
                rest++;
            }
        }).start();
        while (!done) {
            Thread.onSpinWait();
        }
        count++;
        assert count == 3;
        synchronized (other) {
            rest++;
        }
    }
}
