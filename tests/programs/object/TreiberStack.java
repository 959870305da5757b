// The top is replaced only if it is still the one that was read (Treiber 1986).
//@ jdk: 17
//@ target: object
//@ set: object.methods=push,pop
//@ set: object.calls=2
//@ set: object.arguments=1
import java.util.concurrent.atomic.AtomicReference;

public class TreiberStack {
    private record Node(Object item, Node next) {
    }

    private final AtomicReference<Node> top = new AtomicReference<>();

    public void push(Object item) {
        Node before;
        do {
            before = top.get();
        } while (!top.compareAndSet(before, new Node(item, before)));
    }

    public Object pop() {
        while (true) {
            Node before = top.get();
            if (before == null) {
                return null;
            }
            if (top.compareAndSet(before, before.next())) {
                return before.item();
            }
        }
    }
}
