//@ jdk: 21 to 23
//@ set: vm.processors=2
//@ assumes: processors
import java.util.concurrent.CountDownLatch;

// Before Java 24 a virtual thread that waits to enter a monitor keeps its carrier: the one that would end the wait gets none.
public class BlockedEntersKeepAllCarriers {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        CountDownLatch counted = new CountDownLatch(1);
        Runnable enters = () -> {
            synchronized (lock) {
                assert counted.getCount() == 0;
            }
        };
        synchronized (lock) {
            Thread.startVirtualThread(enters);
            Thread.startVirtualThread(enters);
            Thread.startVirtualThread(counted::countDown);
            counted.await(); //~ deadlock
        }
    }
}
