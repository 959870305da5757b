// The time of the wait runs out while the other thread sleeps with the monitor: nothing ends early, and the waiter finds the interrupt.
public class InterruptedWhileTheMonitorIsHeld {
    static final Object MONITOR = new Object();
    static boolean waiting;
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (MONITOR) {
                waiting = true;
                try {
                    MONITOR.wait(10);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        });
        waiter.start();
        synchronized (MONITOR) {
            if (waiting) {
                Thread.sleep(100);
                waiter.interrupt();
            }
        }
        waiter.join();
        assert !interrupted; //~ assertion-failure
    }
}
