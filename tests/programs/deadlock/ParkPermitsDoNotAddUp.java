import java.util.concurrent.locks.LockSupport;

public class ParkPermitsDoNotAddUp {
    public static void main(String[] args) {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.park(); //~ deadlock
    }
}
