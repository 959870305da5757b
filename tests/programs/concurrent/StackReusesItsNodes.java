import java.util.concurrent.atomic.AtomicReference;

// The top is the same node again, but what lies below it has gone.
public class StackReusesItsNodes {
    static class Node {
        volatile Node next;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(Node node) {
        do {
            node.next = TOP.get();
        } while (!TOP.compareAndSet(node.next, node));
    }

    static Node pop() {
        Node top;
        Node below;
        do {
            top = TOP.get();
            below = top.next;
        } while (!TOP.compareAndSet(top, below));
        return top;
    }

    public static void main(String[] args) throws InterruptedException {
        Node last = new Node();
        for (Node node : new Node[] {last, new Node(), new Node()}) {
            push(node);
        }
        Thread other = new Thread(() -> {
            Node first = pop();
            Node taken = pop();
            push(first);
            assert TOP.get() != taken; //~ assertion-failure
        });
        other.start();
        pop();
        other.join();
    }
}
