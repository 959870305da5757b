import java.util.concurrent.LinkedBlockingQueue;

public class LinkedBlockingQueueHandsOver {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread consumer = new Thread(() -> {
            try {
                assert queue.take() + queue.take() == 3;
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        });
        consumer.start();
        queue.put(1);
        queue.put(2);
        consumer.join();
        assert queue.peek() == null;
    }
}
