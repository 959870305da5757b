// `park` may return without a reason, too.
//@ needs: spurious-wakeup
//@ findings: 1
import java.util.concurrent.locks.LockSupport;

public class ParkWithoutLoop {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        LockSupport.park();
        assert ready; //~ assertion-failure
    }
}
