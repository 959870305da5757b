//@ jdk: 16
import java.util.concurrent.atomic.AtomicReference;

public class StackOfAtomicReferences {
    record Node(int value, Node below) { }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(int value) {
        Node below;
        do {
            below = TOP.get();
        } while (!TOP.compareAndSet(below, new Node(value, below)));
    }

    static int pop() {
        Node top;
        do {
            top = TOP.get();
        } while (!TOP.compareAndSet(top, top.below()));
        return top.value();
    }

    public static void main(String[] args) throws InterruptedException {
        push(1);
        Thread other = new Thread(() -> {
            push(2);
            pop();
        });
        other.start();
        push(4);
        pop();
        other.join();
        assert TOP.get() != null && TOP.get().below() == null;
    }
}
