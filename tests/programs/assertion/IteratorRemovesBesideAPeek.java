import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/** An iterator removes under both locks of the queue, and {@code peek} reads under one of them. */
class IteratorRemovesBesideAPeek {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(List.of(1, 2));
        Thread other = new Thread(() -> {
            Iterator<Integer> all = queue.iterator();
            all.next();
            all.remove();
            all.next();
            all.remove();
        });
        other.start();
        Integer first = queue.peek();
        other.join();
        assert first == null || first != 2; //~ assertion-failure
    }
}
