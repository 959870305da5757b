import java.util.concurrent.FutureTask;

// The other thread has taken the task, so main's run returns at once; that thread has yet to see that it is cancelled.
public class TaskIsTakenThenCancelled {
    static boolean ran;

    public static void main(String[] args) throws InterruptedException {
        FutureTask<Void> task = new FutureTask<>(() -> { ran = true; }, null);
        Thread other = new Thread(task);
        other.start();
        task.run();
        task.cancel(false);
        other.join();
        assert ran; //~ assertion-failure
    }
}
