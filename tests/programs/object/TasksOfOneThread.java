// A pool of one thread runs the tasks one after the other.
//@ target: object
//@ set: object.calls=1
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TasksOfOneThread {
    private final ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
        Thread worker = new Thread(task);
        worker.setDaemon(true);
        return worker;
    });
    private int count;

    public int add() throws Exception {
        return pool.submit(() -> ++count).get();
    }
}
