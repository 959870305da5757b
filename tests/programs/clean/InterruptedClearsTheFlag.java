public class InterruptedClearsTheFlag {
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            if (Thread.interrupted()) {
                seen++;
            }
            if (Thread.interrupted()) {
                seen++;
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
        assert seen <= 1;
    }
}
