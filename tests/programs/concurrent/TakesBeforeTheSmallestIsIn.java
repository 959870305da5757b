import java.util.concurrent.PriorityBlockingQueue;

public class TakesBeforeTheSmallestIsIn {
    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        new Thread(() -> {
            queue.put(2);
            queue.put(1);
        }).start();
        int first = queue.take();
        int second = queue.take();
        assert first < second; //~ assertion-failure
    }
}
