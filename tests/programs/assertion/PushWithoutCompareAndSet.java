//@ jdk: 16
import java.util.concurrent.atomic.AtomicReference;

public class PushWithoutCompareAndSet {
    record Node(int value, Node next) { }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(int value) {
        TOP.set(new Node(value, TOP.get()));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> push(1));
        other.start();
        push(2);
        other.join();
        assert TOP.get().next() != null; //~ assertion-failure
    }
}
