/** Whoever joins itself waits for ever, also where the other thread has died long since. */
public class WaitsForItsOwnEnd {
    static Thread worker;
    static int rounds;

    public static void main(String[] args) throws InterruptedException {
        worker = new Thread(() -> {
            rounds++;
            try {
                worker.join(); //~ deadlock "waits for itself"
            } catch (InterruptedException e) {
                rounds = 0;
            }
        });
        worker.start();
        worker.wait(); //~ uncaught-exception "IllegalMonitorStateException"
    }
}
