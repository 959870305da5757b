//@ jdk: 25 preview
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;

// A platform thread tells its scope that it is done, then ends: who has joined the scope may find it alive.
public class SubtaskIsAliveBehindItsScope {
    static volatile Thread worker;

    public static void main(String[] args) throws InterruptedException {
        var threads = Thread.ofPlatform().factory();
        try (var scope = StructuredTaskScope.open(Joiner.<Void>awaitAll(), with -> with.withThreadFactory(threads))) {
            scope.fork(() -> {
                worker = Thread.currentThread();
            });
            scope.join();
        }
        assert !worker.isAlive(); //~ assertion-failure
    }
}
