import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

public class QueueWithoutBound {
    public static void main(String[] args) throws Exception {
        Queue<byte[]> queue = new ConcurrentLinkedQueue<>();
        new Thread(() -> {
            while (true) {
                queue.add(new byte[1000]);
            }
        }).start();
        while (true) {
            queue.poll();
            queue.add(new byte[1000]);
            queue.add(new byte[1000]);
        }
    }
}
