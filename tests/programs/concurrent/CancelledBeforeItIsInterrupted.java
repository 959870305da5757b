import java.util.concurrent.FutureTask;

// The task learns that it is cancelled before its thread is interrupted.
public class CancelledBeforeItIsInterrupted {
    static FutureTask<Void> task;
    static boolean early;

    public static void main(String[] args) throws InterruptedException {
        task = new FutureTask<>(() -> {
            early = task.isCancelled() && !Thread.currentThread().isInterrupted();
            return null;
        });
        Thread worker = new Thread(task);
        worker.start();
        task.cancel(true);
        worker.join();
        assert !early; //~ assertion-failure
    }
}
