import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

// Nobody offers: the wait ends by its time in every run, and no edge leads from the other thread's write to what comes then.
public class TimeOutDoesNotOrder {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread other = new Thread(() -> n = 2); //~ data-race
        other.start();
        queue.poll(10, TimeUnit.MILLISECONDS);
        n++; //~ data-race
        other.join();
    }
}
