import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

// For so short a time nobody parks.
public class PollsForLessThanAMicrosecond {
    //@ assumes: timeouts-last-resort
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> orders = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                orders.put("ink");
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        });
        other.start();
        assert orders.poll(500, TimeUnit.NANOSECONDS) != null;
        other.join();
    }
}
