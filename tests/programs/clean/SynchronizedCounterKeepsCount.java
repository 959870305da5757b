public class SynchronizedCounterKeepsCount {
    private int count;

    synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedCounterKeepsCount counter = new SynchronizedCounterKeepsCount();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                counter.add();
                counter.add();
            });
            threads[i].start();
        }
        counter.add();
        for (Thread thread : threads) {
            thread.join();
        }
        assert counter.count == 5;
    }
}
