//@ jdk: 21
import java.util.concurrent.locks.LockSupport;

// A virtual thread sleeps by parking, and may park once more without waiting.
public class SleepLeavesAPermit {
    static volatile boolean told;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            LockSupport.park();
            assert told; //~ assertion-failure
        });
        told = true;
        LockSupport.unpark(sleeper);
        sleeper.join();
    }
}
