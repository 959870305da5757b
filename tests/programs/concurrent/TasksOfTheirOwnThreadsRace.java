//@ jdk: 21
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TasksOfTheirOwnThreadsRace {
    public static void main(String[] args) {
        List<String> found = new ArrayList<>();
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            executor.submit(() -> found.add("a")); //~ data-race
            //~^ uncaught-exception "never retrieved from its Future"
            executor.submit(() -> found.add("b")); //~ uncaught-exception "never retrieved from its Future"
        }
    }
}
