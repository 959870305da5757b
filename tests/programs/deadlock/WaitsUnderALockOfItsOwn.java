// `count` is written on a path that needs a wakeup for no reason, so the search begins again; from its first step on it must
// see what a replay in a fresh process sees.
public class WaitsUnderALockOfItsOwn {
    static final Object LOCK = new Object();
    static int count;
    static boolean told;

    static void await() {
        synchronized (LOCK) {
            while (true) {
                try {
                    LOCK.wait(); //~? deadlock
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object own = new Object();
        new Thread(WaitsUnderALockOfItsOwn::await).start();
        synchronized (own) {
            if (count == 0) {
                own.wait(); //~ deadlock
            }
            count = 1;
        }
        synchronized (LOCK) {
            told = true;
        }
    }
}
