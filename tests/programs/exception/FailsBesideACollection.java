import java.lang.ref.WeakReference;

/** The main thread waits for the collector and gives up in peace; what fails has nothing to do with that. */
//@ assumes: no-reference-clearing
public class FailsBesideACollection {
    static volatile int open = 1;

    public static void main(String[] args) throws InterruptedException {
        WeakReference<Object> till = new WeakReference<>(new Object());
        Thread closes = new Thread(() -> open = 0);
        closes.start();
        new Thread(() -> {
            if (open > 0) {
                System.out.println(100 / open); //~ uncaught-exception
            }
        }).start();
        System.gc();
        Thread.sleep(100);
        System.out.println(till.get() == null);
    }
}
