import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A compare-and-set would fail when its thread comes to it, and succeeds when it moves. */
//@ jdk: 11
public class ComparisonThatSucceedsLater {
    public static void main(String[] args) throws Exception {
        VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
        int[] cells = new int[1];
        Thread other = new Thread(() -> element.compareAndSet(cells, 0, 5, 6));
        other.start();
        element.setVolatile(cells, 0, 5);
        int seen = cells[0]; //~ data-race "int[0]"
        other.join();
    }
}
