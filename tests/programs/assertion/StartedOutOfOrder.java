//@ jdk: 11
/** A thread joins its group when it is started, which is later than what its starter did before. */
public class StartedOutOfOrder {
    static volatile boolean about;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        Thread watcher = new Thread(() -> {
            boolean seen = about;
            assert !seen || group.activeCount() == 1; //~ assertion-failure
        });
        watcher.start();
        Thread worker = new Thread(group, () -> {
            while (about) {
                Thread.onSpinWait();
            }
        });
        about = true;
        worker.start();
        watcher.join();
        about = false;
        worker.join();
    }
}
