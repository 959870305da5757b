public class Depot {
    private final int size;
    private int stored;

    Depot(int size) {
        this.size = size;
    }

    synchronized void put() throws InterruptedException {
        while (stored == size) {
            wait();
        }
        stored++;
        notify();
    }

    synchronized void take() throws InterruptedException {
        while (stored == 0) {
            wait();
        }
        stored--;
        notify();
    }

    interface Step {
        void run() throws InterruptedException;
    }

    static void start(int threads, Step step) {
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                try {
                    step.run();
                    step.run();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
    }

    public static void main(String[] args) {
        Depot depot = new Depot(Integer.parseInt(args[0]));
        start(Integer.parseInt(args[1]), depot::put);
        start(Integer.parseInt(args[2]), depot::take);
    }
}
