// An interrupt ends `park` and stays pending.
import java.util.concurrent.locks.LockSupport;

public class InterruptEndsPark {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            assert Thread.interrupted();
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
    }
}
