import java.util.concurrent.locks.LockSupport;

// The main thread wakes the other one, and yet nothing says that it sees what was written before.
public class ParkAndSleepOrderNothing {
    static int parked;
    static int slept;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            LockSupport.park();
            parked++; //~ data-race "parked"
            slept++; //~ data-race "slept"
        });
        other.start();
        parked = 1;
        slept = 1;
        LockSupport.unpark(other);
        Thread.sleep(10);
        other.join();
    }
}
