// As with threads of their own, calls that wait for tasks of a pool.
//@ target: object
//@ set: object.calls=1
//@ findings: 1
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;

public class TasksOfTwoCallsMeet {
    static {
        CompletableFuture.completedFuture(0);
        ForkJoinPool.commonPool();
    }

    private volatile int count;

    public int add() {
        return CompletableFuture.supplyAsync(() -> ++count).join(); //~ not-linearizable "first: add() = 1; second: add() = 1"
    }
}
