//@ jdk: 21
import java.util.concurrent.locks.LockSupport;

// A virtual thread sleeps by parking, and may park once more without waiting. That nobody wakes it does not keep it.
public class SleepLeavesAPermit {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            LockSupport.park();
            throw new AssertionError("not parked"); //~ assertion-failure
        });
        sleeper.join();
    }
}
