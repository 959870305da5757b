import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A worker that begins when its pool is stopped interrupts itself, perhaps before another one is interrupted.
public class OneIsStoppedBeforeItBegins {
    static volatile boolean firstBegan;
    static volatile boolean secondWasInterrupted;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
            firstBegan = true;
            if (secondWasInterrupted) {
                assert Thread.currentThread().isInterrupted(); //~ assertion-failure
            }
        });
        pool.execute(() -> {
            if (Thread.currentThread().isInterrupted() && firstBegan) {
                secondWasInterrupted = true;
            }
        });
        pool.shutdownNow();
    }
}
