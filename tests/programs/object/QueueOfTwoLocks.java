// A queue of the library: operations on both ends at once.
//@ target: object
//@ set: object.calls=2
import java.util.concurrent.LinkedBlockingQueue;

public class QueueOfTwoLocks {
    private final LinkedBlockingQueue<Object> items = new LinkedBlockingQueue<>(1);

    public boolean offer(Object item) {
        return items.offer(item);
    }

    public Object poll() {
        return items.poll();
    }

    public int size() {
        return items.size();
    }
}
