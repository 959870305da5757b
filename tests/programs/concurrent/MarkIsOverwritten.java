import java.util.concurrent.atomic.AtomicMarkableReference;

// One thread deletes a node by its mark; the other one looks at the mark first and replaces the node then.
public class MarkIsOverwritten {
    public static void main(String[] args) throws InterruptedException {
        AtomicMarkableReference<String> node = new AtomicMarkableReference<>("old", false);
        boolean[] deleted = {false};
        Thread deleter = new Thread(() -> deleted[0] = node.attemptMark("old", true));
        Thread writer = new Thread(() -> {
            if (!node.isMarked()) {
                node.set("new", false);
            }
        });
        deleter.start();
        writer.start();
        deleter.join();
        writer.join();
        assert !deleted[0] || node.isMarked(); //~ assertion-failure
    }
}
