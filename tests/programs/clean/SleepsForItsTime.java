// What it measures is at least what was slept, and a clock that stood still would show less.
public class SleepsForItsTime {
    static volatile boolean rested;

    public static void main(String[] args) throws InterruptedException {
        long start = System.nanoTime();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                return;
            }
            rested = true;
        });
        sleeper.start();
        sleeper.join();
        assert !rested || System.nanoTime() - start > 500_000_000L;
    }
}
