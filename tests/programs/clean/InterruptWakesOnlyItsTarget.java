public class InterruptWakesOnlyItsTarget {
    static volatile boolean other;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException never) {
                other = true;
            }
        });
        Thread target = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.yield();
            }
        });
        sleeper.start();
        target.start();
        target.interrupt();
        target.join();
        sleeper.join();
        assert !other;
    }
}
