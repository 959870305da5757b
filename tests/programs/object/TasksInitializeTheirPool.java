// As where the pool is there before: that one of the two calls initializes its classes lets no task of another call come between.
//@ target: object
//@ set: object.calls=1
//@ findings: 1
import java.util.concurrent.CompletableFuture;

public class TasksInitializeTheirPool {
    private volatile int count;

    public int add() {
        return CompletableFuture.supplyAsync(() -> ++count).join(); //~ not-linearizable "first: add() = 1; second: add() = 1"
    }
}
