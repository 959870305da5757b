import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TasksWithoutEnd {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        while (true) {
            pool.submit(() -> 1);
        }
    }
}
