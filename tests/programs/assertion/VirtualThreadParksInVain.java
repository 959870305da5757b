//@ jdk: 21
//@ needs: spurious-wakeup
import java.util.concurrent.locks.LockSupport;

// `park` may return at any time, that of a virtual thread too.
public class VirtualThreadParksInVain {
    static volatile boolean told;

    public static void main(String[] args) throws InterruptedException {
        Thread parked = Thread.ofVirtual().start(() -> {
            LockSupport.park();
            assert told; //~ assertion-failure
        });
        told = true;
        LockSupport.unpark(parked);
        parked.join();
    }
}
