// The notification comes too early if the notifier's sleep is over before main waits: once in a lifetime.
//@ needs: short-sleep
public class NotifierSleepsUntilSomebodyWaits {
    static final Object bell = new Object();

    static void ring() {
        try {
            Thread.sleep(1_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        synchronized (bell) {
            bell.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(NotifierSleepsUntilSomebodyWaits::ring).start();
        synchronized (bell) {
            bell.wait(); //~ deadlock
        }
    }
}
