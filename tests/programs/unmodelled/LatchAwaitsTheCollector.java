import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** As tests of libraries wait for the garbage collector: a finaliser counts a latch down, and whoever waits too long throws an exception. */
//@ verdict: incomplete
//@ reason: waits for the garbage collector
//@ assumes: no-reference-clearing
public class LatchAwaitsTheCollector {
    public static void main(String[] args) throws InterruptedException {
        WeakReference<Object> till = new WeakReference<>(new Object());
        CountDownLatch collected = new CountDownLatch(1);
        makesGarbage(collected);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        do {
            System.runFinalization();
            System.gc();
            if (collected.await(1, TimeUnit.SECONDS)) {
                return;
            }
        } while (till.get() != null && System.nanoTime() - deadline < 0);
        throw new IllegalStateException("nothing was collected");
    }

    private static void makesGarbage(CountDownLatch collected) {
        new Object() {
            @Override
            protected void finalize() {
                collected.countDown();
            }
        };
    }
}
