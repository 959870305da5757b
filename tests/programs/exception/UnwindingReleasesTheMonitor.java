//@ findings: 1
public class UnwindingReleasesTheMonitor {
    static final Object LOCK = new Object();
    static int entered;

    static void enter(boolean fail) {
        synchronized (LOCK) {
            entered++;
            if (fail) {
                throw new IllegalStateException("inside"); //~ uncaught-exception "IllegalStateException"
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> enter(true));
        failing.start();
        enter(false);
        failing.join();
        assert entered == 2;
    }
}
