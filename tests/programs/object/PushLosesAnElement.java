// The new top is set whatever the top is by then: the element that came in between is lost.
//@ jdk: 17
//@ target: object
//@ set: object.methods=push
//@ set: object.calls=1
import java.util.concurrent.atomic.AtomicReference;

public class PushLosesAnElement {
    private record Node(Object item, Node next) {
    }

    private final AtomicReference<Node> top = new AtomicReference<>();

    public void push(Object item) {
        top.set(new Node(item, top.get())); //~ not-linearizable "leaves size() = 1"
    }

    public int size() {
        int size = 0;
        for (Node node = top.get(); node != null; node = node.next()) {
            size++;
        }
        return size;
    }
}
