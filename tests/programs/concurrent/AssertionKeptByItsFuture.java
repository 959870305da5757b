import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class AssertionKeptByItsFuture {
    static final AtomicInteger COUNT = new AtomicInteger();

    static void count() {
        int before = COUNT.get();
        COUNT.set(before + 1);
        assert COUNT.get() == before + 1; //~ assertion-failure "never retrieved from its Future"
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(AssertionKeptByItsFuture::count);
        pool.submit(AssertionKeptByItsFuture::count);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);
    }
}
