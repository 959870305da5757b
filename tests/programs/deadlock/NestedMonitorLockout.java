// To wait on the inner monitor gives up the inner one only.
public class NestedMonitorLockout {
    static final Object OUTER = new Object();
    static final Object INNER = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (OUTER) {
                synchronized (INNER) {
                    ready = true;
                    INNER.notifyAll();
                }
            }
        }).start();
        synchronized (OUTER) {
            synchronized (INNER) {
                while (!ready) {
                    INNER.wait(); //~ deadlock
                }
            }
        }
    }
}
