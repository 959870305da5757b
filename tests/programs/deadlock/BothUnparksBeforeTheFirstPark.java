import java.util.concurrent.locks.LockSupport;

/** Permits do not add up: behind two unparks the second park waits forever. */
public class BothUnparksBeforeTheFirstPark {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            LockSupport.unpark(main);
            LockSupport.unpark(main);
        }, "other");
        other.start();
        LockSupport.park();
        LockSupport.park(); //~ deadlock
    }
}
