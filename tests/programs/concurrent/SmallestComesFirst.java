import java.util.concurrent.PriorityBlockingQueue;

public class SmallestComesFirst {
    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        Thread one = new Thread(() -> queue.put(2));
        Thread two = new Thread(() -> queue.put(1));
        one.start();
        two.start();
        one.join();
        two.join();
        assert queue.take() == 1 && queue.take() == 2;
    }
}
