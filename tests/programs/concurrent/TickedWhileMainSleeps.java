// The task comes every 50 ms and main sleeps for 200: only a sleep that ends before its time sees nothing.
//@ needs: short-sleep
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class TickedWhileMainSleeps {
    static final AtomicInteger ticks = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.scheduleAtFixedRate(() -> ticks.compareAndSet(0, 1), 50, 50, TimeUnit.MILLISECONDS);
        Thread.sleep(200);
        pool.shutdownNow();
        assert ticks.get() > 0; //~ assertion-failure
    }
}
