//@ jdk: 25 preview
import java.util.concurrent.StructuredTaskScope;

public class ScopeTasksShareATotal {
    static int total;

    public static void main(String[] args) throws InterruptedException {
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> total += 1); //~ data-race "total"
            scope.fork(() -> total += 2); //~? data-race
            scope.join();
        }
        assert total == 3; //~ assertion-failure
    }
}
