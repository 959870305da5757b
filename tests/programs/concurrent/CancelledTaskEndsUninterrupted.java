import java.util.concurrent.FutureTask;

// The task ends after cancel(true) has cancelled it and before it asks which thread to interrupt: nobody is interrupted.
public class CancelledTaskEndsUninterrupted {
    static volatile boolean runs;
    static boolean inside;
    static boolean behind;

    public static void main(String[] args) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            runs = true;
            inside = Thread.interrupted();
            return null;
        });
        Thread runner = new Thread(() -> {
            task.run();
            behind = Thread.interrupted();
        });
        runner.start();
        boolean ran = runs;
        boolean cancelled = task.cancel(true);
        runner.join();
        if (ran && cancelled && !inside && !behind) {
            throw new IllegalStateException(); //~ uncaught-exception
        }
    }
}
