//@ assumes: timeouts-last-resort
// The other thread ends the loop: that its time runs out before is taken for a last resort, as in a timed wait.
public class PollsUntilADeadline {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> ready = true);
        worker.start();
        long deadline = System.nanoTime() + 1_000_000_000L;
        while (!ready && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
        if (!ready) {
            throw new AssertionError("not in time");
        }
        worker.join();
    }
}
