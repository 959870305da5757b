import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

public class FailedTaskIsAskedForItsState {
    //@ jdk: 21
    public static void main(String[] args) throws InterruptedException {
        FutureTask<Integer> task = new FutureTask<>(() -> Integer.parseInt("seven"));
        Thread worker = new Thread(task);
        worker.start();
        worker.join();
        assert task.state() == Future.State.FAILED;
    }
}
