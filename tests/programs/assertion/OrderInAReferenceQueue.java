import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class OrderInAReferenceQueue {
    static final ReferenceQueue<String> QUEUE = new ReferenceQueue<>();
    static final Reference<String> ONE = new WeakReference<>("one", QUEUE);
    static final Reference<String> TWO = new WeakReference<>("two", QUEUE);
    static final Reference<String> LAST = new WeakReference<>("last", QUEUE);
    static volatile boolean open;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TWO::enqueue);
        other.start();
        ONE.enqueue();
        other.join();
        LAST.enqueue();
        // The last one in comes out first. Only how the others are linked behind it tells who was earlier.
        Thread opens = new Thread(() -> open = true);
        opens.start();
        boolean seen = open;
        opens.join();
        QUEUE.poll();
        Reference<?> earlier = QUEUE.poll();
        assert !seen || earlier == ONE; //~ assertion-failure
        assert seen || earlier == TWO; //~ assertion-failure
    }
}
