//@ verdict: incomplete
//@ coverage: limited
//@ reason: only while the clock does not move
// What it measures is at least what was slept; clocks move only so often, and that must not make a finding of it.
public class MeasuresManySleeps {
    static volatile boolean rested;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                for (int i = 0; i < 100; i++) {
                    long start = System.nanoTime();
                    Thread.sleep(10);
                    assert System.nanoTime() - start >= 10_000_000;
                }
            } catch (InterruptedException e) {
                return;
            }
            rested = true;
        });
        sleeper.start();
        sleeper.join();
    }
}
