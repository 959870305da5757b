//@ jdk: 11
// Only a wakeup for no reason could end it, and nobody may count on one.
public class SpinnerWaitsForALostNotification {
    static final Object bell = new Object();
    static volatile boolean awake;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (bell) {
                try {
                    bell.wait();
                } catch (InterruptedException stop) {
                    return;
                }
            }
            awake = true;
        }).start();
        synchronized (bell) {
            bell.notify();
        }
        while (!awake) Thread.onSpinWait(); //~ infinite-loop
    }
}
