//@ findings: 1
public class SignalBetweenLookAndWait {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            ready = true;
            synchronized (lock) {
                lock.notifyAll();
            }
        }).start();
        if (!ready) {
            synchronized (lock) {
                lock.wait(); //~ deadlock
            }
        }
    }
}
