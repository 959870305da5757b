//@ time-limit: 10s
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class MethodHandlesUnderALock {
    private int count;

    synchronized int add(int by) {
        return count += by;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle add = MethodHandles.lookup()
                .findVirtual(MethodHandlesUnderALock.class, "add", MethodType.methodType(int.class, int.class));
        MethodHandlesUnderALock shared = new MethodHandlesUnderALock();
        MethodHandle bound = MethodHandles.insertArguments(add.bindTo(shared), 0, 2);
        Thread other = new Thread(() -> {
            try {
                int ignored = (int) bound.invokeExact();
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        int mine = (int) add.invokeExact(shared, 3);
        other.join();
        assert shared.count == 5 && mine >= 3;
    }
}
