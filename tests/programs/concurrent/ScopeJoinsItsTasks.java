//@ jdk: 25 preview
import java.util.concurrent.StructuredTaskScope;

public class ScopeJoinsItsTasks {
    static int total;

    static synchronized int add(int number) {
        total += number;
        return number;
    }

    public static void main(String[] args) throws InterruptedException {
        try (var scope = StructuredTaskScope.open()) {
            var one = scope.fork(() -> add(1));
            var two = scope.fork(() -> add(2));
            scope.join();
            assert one.get() + two.get() == 3 && total == 3;
        }
    }
}
