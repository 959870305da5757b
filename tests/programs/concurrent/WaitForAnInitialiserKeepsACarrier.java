//@ jdk: 21
//@ set: vm.processors=2
//@ assumes: processors
import java.util.concurrent.CountDownLatch;

// One virtual thread waits in the initialiser, another one for it: neither gives its carrier to the third.
public class WaitForAnInitialiserKeepsACarrier {
    static final CountDownLatch OPEN = new CountDownLatch(1);

    static class Slow {
        static {
            try {
                OPEN.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        static void use() {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Thread.startVirtualThread(() -> Slow.use());
        Thread second = Thread.startVirtualThread(() -> Slow.use());
        Thread.startVirtualThread(OPEN::countDown);
        first.join(); //~ deadlock
        second.join();
    }
}
