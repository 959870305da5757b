import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledAtAFixedRate {
    public static void main(String[] args) throws InterruptedException {
        //@ time-limit: 20s
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch twice = new CountDownLatch(2);
        timer.scheduleAtFixedRate(twice::countDown, 5, 5, TimeUnit.MILLISECONDS);
        twice.await();
        timer.shutdownNow();
    }
}
