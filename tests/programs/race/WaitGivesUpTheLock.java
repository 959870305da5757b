// The second write holds the lock, the first one no longer does.
//@ findings: 1
public class WaitGivesUpTheLock {
    static final Object LOCK = new Object();
    static int value;
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                go = true;
                LOCK.notifyAll();
            }
            value = 1; //~ data-race "value"
        }).start();
        synchronized (LOCK) {
            while (!go) {
                LOCK.wait();
            }
            value = 2;
        }
    }
}
