//@ jdk: 11 to 21
//@ needs: short-sleep
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

// A delay is what the program asks for, and no time-out of a wait, whatever the thread is called that counts it (real: in each run).
public class DelayIsShorterThanWhatMainDoes {
    static volatile int ticks;

    public static void main(String[] args) {
        Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, Runnable::run);
        CompletableFuture<Void> tick = CompletableFuture.runAsync(() -> ticks = 1, later);
        String text = String.format("%d", 1);
        int seen = ticks;
        tick.join();
        assert seen == 0 : text; //~ assertion-failure
    }
}
