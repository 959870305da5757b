import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

// A task made of a function has its result before it is done, too; and reading it there is a race.
public class ResultOfAnAdaptedTask {
    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 1);
        pool.execute(task);
        Integer result = task.getRawResult(); //~ data-race
        assert result == null || task.isDone(); //~ assertion-failure
        pool.shutdown();
    }
}
