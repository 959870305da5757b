// ABA: a node that was popped and pushed again looks like the old top, and what lay below it is not below it any more.
//@ target: object
//@ set: object.methods=pop,pushFirst
//@ set: object.calls=3
//@ set: object.observers=size
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class StackTakesAReusedNodeForTheOldOne {
    private final AtomicIntegerArray below = new AtomicIntegerArray(new int[] {1, 2, -1});
    private final AtomicInteger top = new AtomicInteger(0);

    public int pop() {
        int node, next;
        do {
            node = top.get(); //~ not-linearizable
            if (node < 0) {
                return -1;
            }
            next = below.get(node);
        } while (!top.compareAndSet(node, next));
        return node;
    }

    public void pushFirst() {
        int before;
        do {
            before = top.get();
            if (before == 0) {
                return;
            }
            below.set(0, before);
        } while (!top.compareAndSet(before, 0));
    }

    public int size() {
        int size = 0;
        for (int node = top.get(); node >= 0 && size < 5; node = below.get(node)) {
            size++;
        }
        return size;
    }
}
