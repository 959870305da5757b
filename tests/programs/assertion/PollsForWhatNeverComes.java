//@ jdk: 11
// Nothing else ends the loop, so its time runs out; the way on is explored in every mode.
public class PollsForWhatNeverComes {
    static volatile boolean ready;
    static volatile boolean asked;

    public static void main(String[] args) throws InterruptedException {
        Thread spinner = new Thread(() -> {
            while (!asked) {
                Thread.onSpinWait();
            }
            ready = true;
        });
        spinner.start();
        long deadline = System.currentTimeMillis() + 1000;
        while (!ready && System.currentTimeMillis() < deadline) {
            Thread.yield();
        }
        boolean inTime = ready;
        asked = true;
        if (!inTime) {
            throw new AssertionError("not in time"); //~ assertion-failure "not in time"
        }
    }
}
