import java.util.concurrent.atomic.AtomicReference;

// A stack without versions: a node comes back while another thread is about to take it.
public class StackSuffersABA {
    static class Node {
        volatile Node next;
        boolean taken;
    }

    static final AtomicReference<Node> top = new AtomicReference<>();

    static Node pop() {
        while (true) {
            Node first = top.get();
            if (first == null) {
                return null;
            }
            Node second = first.next;
            if (top.compareAndSet(first, second)) {
                return first;
            }
        }
    }

    static void push(Node node) {
        do {
            node.next = top.get();
        } while (!top.compareAndSet(node.next, node));
    }

    static synchronized void use(Node node) {
        assert !node.taken;
        node.taken = true;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            push(new Node());
        }
        Thread slow = new Thread(() -> {
            Node own = pop();
            if (own != null) {
                use(own);
            }
            Node next = pop();
            if (next != null) {
                use(next);
            }
        });
        Thread quick = new Thread(() -> {
            Node one = pop();
            Node two = pop();
            if (two != null) {
                use(two);
            }
            if (one != null) {
                push(one);
            }
        });
        slow.start();
        quick.start();
    }
}
