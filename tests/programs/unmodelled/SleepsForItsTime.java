//@ verdict: incomplete
//@ coverage: limited
//@ reason: only while the clock stands still
// What it measures is at least what was slept; a clock that stands still must not make a finding of that.
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
