//@ jdk: 21
import java.util.concurrent.CountDownLatch;

// Thread.getAllStackTraces and Thread.activeCount show platform threads only.
public class VirtualThreadsAreInNoList {
    static int counted = -1;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch shown = new CountDownLatch(1);
        Thread counts = Thread.startVirtualThread(() -> {
            try {
                shown.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            counted = Thread.activeCount();
        });
        assert !Thread.getAllStackTraces().containsKey(counts);
        shown.countDown();
        counts.join();
        assert counted == 0 : counted;
    }
}
