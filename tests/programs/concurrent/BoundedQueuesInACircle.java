import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// Each fills the other's inbox before it empties its own.
public class BoundedQueuesInACircle {
    static void talk(BlockingQueue<Integer> to, BlockingQueue<Integer> from) {
        try {
            to.put(1);
            to.put(2); //~ deadlock
            from.take();
            from.take();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        BlockingQueue<Integer> left = new ArrayBlockingQueue<>(1);
        BlockingQueue<Integer> right = new ArrayBlockingQueue<>(1);
        new Thread(() -> talk(left, right)).start();
        talk(right, left);
    }
}
