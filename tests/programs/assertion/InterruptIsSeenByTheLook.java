import java.util.concurrent.atomic.AtomicInteger;

public class InterruptIsSeenByTheLook {
    static final AtomicInteger SEEN = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            if (Thread.interrupted()) {
                SEEN.incrementAndGet();
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
        assert SEEN.get() == 0; //~ assertion-failure
    }
}
