import java.util.concurrent.ConcurrentLinkedQueue;

public class LinkedQueueLosesNothing {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        Thread other = new Thread(() -> {
            queue.offer(1);
            queue.add(2);
        });
        other.start();
        int sum = 0;
        for (Integer next; sum < 3; ) {
            if ((next = queue.poll()) != null) {
                sum += next;
            }
        }
        other.join();
        assert sum == 3 && queue.peek() == null;
    }
}
