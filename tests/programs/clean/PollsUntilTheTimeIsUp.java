// A loop that sleeps until a time: it ends, after as many rounds as fit in.
public class PollsUntilTheTimeIsUp {
    static volatile int moves;

    public static void main(String[] args) throws InterruptedException {
        long end = System.currentTimeMillis() + 50;
        int rounds = 0;
        while (System.currentTimeMillis() < end) {
            Thread.sleep(1);
            rounds++;
        }
        assert rounds > 36;
        Thread other = new Thread(() -> {
            for (int i = 0; i < 4; i++) {
                moves++;
            }
        });
        other.start();
        long start = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            Thread.sleep(10);
        }
        assert System.nanoTime() - start >= 40_000_000L;
        other.join();
    }
}
