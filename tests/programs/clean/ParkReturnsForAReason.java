//@ set: search.spurious-wakeups=false
//@ assumes: no-spurious-wakeups
import java.util.concurrent.locks.LockSupport;

// Without the setting `park` may return before it is told to.
public class ParkReturnsForAReason {
    static volatile boolean told;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            told = true;
            LockSupport.unpark(main);
        }).start();
        LockSupport.park();
        assert told;
    }
}
