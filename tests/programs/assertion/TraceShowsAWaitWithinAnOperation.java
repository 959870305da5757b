//@ assumes: thread-states
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;

public class TraceShowsAWaitWithinAnOperation {
    static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> QUEUE.offer(1));
        other.start();
        boolean first = QUEUE.offer(2);
        boolean parks = Arrays.toString(other.getStackTrace()).contains("park");
        other.join();
        assert !first || !parks; //~ assertion-failure
    }
}
