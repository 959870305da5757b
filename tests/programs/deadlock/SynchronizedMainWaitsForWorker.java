/** `main` holds the monitor of its class for as long as it runs. */
public class SynchronizedMainWaitsForWorker {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static synchronized void main(String[] args) throws Exception {
        Thread worker = new Thread(SynchronizedMainWaitsForWorker::add);
        worker.start();
        worker.join(); //~ deadlock
    }
}
