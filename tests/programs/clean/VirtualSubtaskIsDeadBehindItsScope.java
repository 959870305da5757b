//@ jdk: 25 preview
import java.util.concurrent.StructuredTaskScope;

// A virtual thread is dead before it tells its scope that it is done. Somebody looks at a group meanwhile: that changes nothing.
public class VirtualSubtaskIsDeadBehindItsScope {
    static volatile Thread worker;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup crew = Thread.currentThread().getThreadGroup();
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> {
                worker = Thread.currentThread();
                assert crew.activeCount() > 0;
            });
            scope.join();
        }
        assert !worker.isAlive();
    }
}
