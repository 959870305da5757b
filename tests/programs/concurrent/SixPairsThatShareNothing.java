/** Six pairs of threads, each with two locks in one order: no pair has anything in common with another one. Verified. */
public class SixPairsThatShareNothing {
    static class Pair {
        final Object first = new Object();
        final Object second = new Object();
        int taken;

        void take() {
            synchronized (first) {
                synchronized (second) {
                    taken++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pair[] pairs = new Pair[6];
        Thread[] threads = new Thread[12];
        for (int i = 0; i < threads.length; i++) {
            Pair pair = i % 2 == 0 ? new Pair() : pairs[i / 2];
            pairs[i / 2] = pair;
            threads[i] = new Thread(pair::take);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Pair pair : pairs) {
            if (pair.taken != 2) {
                throw new AssertionError("taken " + pair.taken);
            }
        }
    }
}
