//@ assumes: virtual-clock
// Each measures at least what it slept, whoever wakes first.
public class TwoMeasureTheirSleeps {
    static void sleepFor(long millis) {
        long start = System.nanoTime();
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            return;
        }
        long took = System.nanoTime() - start;
        if (took < millis * 1_000_000) {
            throw new IllegalStateException("woke after " + took);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> sleepFor(300));
        other.start();
        sleepFor(500);
        other.join();
    }
}
