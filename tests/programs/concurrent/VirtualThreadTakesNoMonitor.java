//@ jdk: 21
import java.util.concurrent.CountDownLatch;

// Neither start nor join nor the end of a virtual thread needs the monitor of its object, which another thread keeps.
public class VirtualThreadTakesNoMonitor {
    public static void main(String[] args) throws InterruptedException {
        Thread runs = Thread.ofVirtual().unstarted(() -> { });
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch joined = new CountDownLatch(1);
        Thread keeps = new Thread(() -> {
            synchronized (runs) {
                locked.countDown();
                try {
                    joined.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        keeps.start();
        locked.await();
        runs.start();
        runs.join(1000);
        runs.join();
        assert !runs.isAlive();
        joined.countDown();
        keeps.join();
    }
}
