import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** However a field or an element is written, a property sees each value. */
//# fails: never = "WritesOfEverySort.number == 1"
//# fails: never = "WritesOfEverySort.number == 2"
//# fails: never = "WritesOfEverySort.number == 3"
//# fails: never = "WritesOfEverySort.number == 4"
//# fails: never = "WritesOfEverySort.number == 5"
//# fails: never = "WritesOfEverySort.number == 6"
//# holds: never = "WritesOfEverySort.number == 7"
//# fails: never = "WritesOfEverySort.node.n == 1"
//# fails: never = "WritesOfEverySort.node.n == 2"
//# fails: never = "some(WritesOfEverySort$Node.n == 3)"
//# fails: never = "WritesOfEverySort.node.n == 4"
//# holds: ltl = "<> [] (WritesOfEverySort.node.n == 0)"
//# fails: never = "WritesOfEverySort.array[0] == 1"
//# fails: never = "WritesOfEverySort.array[0] == 2"
//# fails: never = "WritesOfEverySort.array[0] == 3"
//# fails: never = "WritesOfEverySort.array[0] == 4"
//# holds: never = "WritesOfEverySort.array[0] == 5"
public class WritesOfEverySort {
    static class Node {
        volatile int n;
    }

    static int number;
    static final Node node = new Node();
    static final int[] array = new int[2];

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle handle = lookup.findStaticVarHandle(WritesOfEverySort.class, "number", int.class);
        number = 1;
        handle.set(2);
        handle.setRelease(3);
        handle.compareAndSet(3, 4);
        WritesOfEverySort.class.getDeclaredField("number").setInt(null, 5);
        lookup.findStaticSetter(WritesOfEverySort.class, "number", int.class).invokeExact(6);
        number = 0;
        AtomicIntegerFieldUpdater<Node> updater = AtomicIntegerFieldUpdater.newUpdater(Node.class, "n");
        updater.set(node, 1);
        updater.incrementAndGet(node);
        lookup.findVarHandle(Node.class, "n", int.class).getAndAdd(node, 1);
        Node.class.getDeclaredField("n").set(node, 4);
        node.n = 0;
        Arrays.fill(array, 1);
        java.lang.reflect.Array.setInt(array, 0, 2);
        MethodHandles.arrayElementVarHandle(int[].class).getAndSet(array, 0, 3);
        Arrays.setAll(array, at -> 4);
        array[0] = 0;
    }
}
