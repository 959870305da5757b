//@ jdk: 11
import java.util.concurrent.FutureTask;

// A task says that it is done before it has its outcome, which its text tells.
public class DoneBeforeItHasAnOutcome {
    public static void main(String[] args) throws InterruptedException {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        Thread runner = new Thread(task);
        runner.start();
        if (task.isDone()) {
            assert task.toString().contains("Completed normally"); //~ assertion-failure
        }
        runner.join();
    }
}
