/** Four pairs of threads that share nothing; those of the last one take its locks in opposite orders. */
public class OneOfFourPairsDeadlocks {
    static void take(Object first, Object second, int[] taken) {
        synchronized (first) {
            synchronized (second) { //~ deadlock
                taken[0]++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[8];
        for (int i = 0; i < 4; i++) {
            Object one = new Object();
            Object other = new Object();
            int[] taken = new int[1];
            boolean wrong = i == 3;
            threads[2 * i] = new Thread(() -> take(one, other, taken));
            threads[2 * i + 1] = new Thread(() -> take(wrong ? other : one, wrong ? one : other, taken));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
