import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class MethodHandleWritesUnguarded {
    int count;

    public static void main(String[] args) throws Throwable {
        MethodHandle set = MethodHandles.lookup().findSetter(MethodHandleWritesUnguarded.class, "count", int.class);
        MethodHandleWritesUnguarded shared = new MethodHandleWritesUnguarded();
        Thread writer = new Thread(() -> {
            try {
                set.invokeExact(shared, 1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        System.out.println(shared.count); //~ data-race "count"
        writer.join();
    }
}
