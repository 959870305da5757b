// `setDaemon` asks whether the thread is alive, then sets a field: another thread may start it in between.
public class BecomesADaemonWhileItRuns {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            boolean before = Thread.currentThread().isDaemon();
            boolean after = Thread.currentThread().isDaemon();
            assert before == after; //~ assertion-failure
        });
        Thread starter = new Thread(worker::start);
        starter.start();
        try {
            worker.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            return;
        }
        starter.join();
    }
}
