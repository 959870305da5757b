import java.util.Set;
import java.util.concurrent.CountDownLatch;

// `getAllStackTraces` lists the threads, then asks each where it is. One that was listed has ended by then, after it has started one that was not.
public class TracesMissBothThreads {
    public static void main(String[] args) {
        CountDownLatch over = new CountDownLatch(1);
        Thread successor = new Thread(() -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                return;
            }
        });
        Thread first = new Thread(successor::start);
        first.start();
        Set<Thread> all = Thread.getAllStackTraces().keySet();
        over.countDown();
        assert all.contains(first) || all.contains(successor); //~ assertion-failure
    }
}
