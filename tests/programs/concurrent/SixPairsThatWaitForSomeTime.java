import java.util.ArrayList;
import java.util.List;

/** Of each pair one thread waits for the other, for a second at most. No pair has anything in common with another one. Verified. */
public class SixPairsThatWaitForSomeTime {
    static class Pair {
        private int amount;
        private boolean ready;

        synchronized void fill() {
            amount++;
            ready = true;
            notifyAll();
        }

        synchronized void use() {
            try {
                if (!ready) {
                    wait(1_000);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            amount += 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Pair pair = new Pair();
            threads.add(new Thread(pair::fill));
            threads.add(new Thread(pair::use));
            threads.get(2 * i).start();
            threads.get(2 * i + 1).start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
