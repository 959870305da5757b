import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A thread that dies, and had nothing more to do, is not the one that would have asked for the result.
public class KeptBesideAHandledException {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            assert false; //~ assertion-failure
        });
        pool.shutdown();
        Thread other = new Thread(() -> {
            throw new IllegalStateException();
        });
        other.setUncaughtExceptionHandler((thread, thrown) -> {});
        other.start();
    }
}
