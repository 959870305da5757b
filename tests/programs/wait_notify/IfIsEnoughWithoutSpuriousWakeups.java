// The same look-once wait is right where no wakeup comes without a reason.
//@ set: search.spurious-wakeups=0
public class IfIsEnoughWithoutSpuriousWakeups {
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                go = true;
                lock.notifyAll();
            }
        }).start();
        synchronized (lock) {
            if (!go) {
                lock.wait();
            }
            assert go;
        }
    }
}
