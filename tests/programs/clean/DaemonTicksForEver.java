public class DaemonTicksForEver {
    static volatile boolean tick;

    public static void main(String[] args) throws InterruptedException {
        Thread clock = new Thread(() -> {
            while (true) {
                tick = !tick;
            }
        });
        clock.setDaemon(true);
        clock.start();
        Thread worker = new Thread(() -> {
            boolean seen = tick;
            assert seen || !seen;
        });
        worker.start();
        worker.join();
    }
}
