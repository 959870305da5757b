import java.util.concurrent.atomic.AtomicMarkableReference;

// Deleted or replaced, never both: the mark and the reference change together.
public class MarkIsComparedWithItsNode {
    public static void main(String[] args) throws InterruptedException {
        AtomicMarkableReference<String> node = new AtomicMarkableReference<>("old", false);
        boolean[] did = {false, false};
        Thread deleter = new Thread(() -> did[0] = node.compareAndSet("old", "old", false, true));
        Thread writer = new Thread(() -> did[1] = node.compareAndSet("old", "new", false, false));
        deleter.start();
        writer.start();
        deleter.join();
        writer.join();
        assert did[0] != did[1];
        assert node.isMarked() == did[0];
    }
}
