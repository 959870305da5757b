import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A bucket of tokens that fills by the clock, which three threads ask at once. */
public class LimiterGrantsTwoOfThree {
    private double tokens = 2;
    private long last = System.nanoTime();

    synchronized boolean tryAcquire() {
        long now = System.nanoTime();
        tokens = Math.min(2, tokens + (double) (now - last) / TimeUnit.HOURS.toNanos(1));
        last = now;
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        LimiterGrantsTwoOfThree limiter = new LimiterGrantsTwoOfThree();
        AtomicInteger granted = new AtomicInteger();
        Thread[] clients = new Thread[3];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new Thread(() -> granted.addAndGet(limiter.tryAcquire() ? 1 : 0));
            clients[i].start();
        }
        for (Thread client : clients) {
            client.join();
        }
        assert granted.get() == 2;
    }
}
