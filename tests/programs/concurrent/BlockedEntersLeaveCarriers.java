//@ jdk: 25
//@ set: vm.processors=2
import java.util.concurrent.CountDownLatch;

// Since Java 24 a virtual thread that waits to enter a monitor gives its carrier back.
public class BlockedEntersLeaveCarriers {
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
            counted.await();
        }
    }
}
