import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A compare-and-set that fails reads, and two reads do not conflict (JLS 17.4.1). */
//@ jdk: 11
public class ComparisonThatFailsWritesNothing {
    public static void main(String[] args) throws Exception {
        VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
        int[] cells = new int[1];
        Thread other = new Thread(() -> {
            if (element.compareAndSet(cells, 0, 5, 6)) {
                throw new IllegalStateException();
            }
        });
        other.start();
        if (cells[0] != 0) {
            throw new IllegalStateException();
        }
        other.join();
    }
}
