// Who joins a thread waits on it, and gives its monitor up, however often he has taken it: the thread can end.
public class JoinsUnderTheThreadsMonitor {
    static int lines;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (Thread.currentThread()) {
                lines++;
            }
        });
        synchronized (worker) {
            synchronized (worker) {
                worker.start();
                worker.join();
                assert lines == 1;
                lines++;
            }
        }
        assert lines == 2;
    }
}
