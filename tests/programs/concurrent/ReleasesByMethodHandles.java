//@ jdk: 11
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

// Each stores with the effects of a release and reads what the other one stores: on a machine with store buffers both may read zero.
public class ReleasesByMethodHandles {
    //@ assumes: sequential-consistency
    int first;
    int second;

    static void store(MethodHandle handle, ReleasesByMethodHandles subject) {
        try {
            handle.invoke(subject, 1);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    static int load(VarHandle handle, ReleasesByMethodHandles subject) {
        return (int) handle.getVolatile(subject);
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle first = lookup.findVarHandle(ReleasesByMethodHandles.class, "first", int.class);
        VarHandle second = lookup.findVarHandle(ReleasesByMethodHandles.class, "second", int.class);
        MethodHandle storeFirst = first.toMethodHandle(AccessMode.SET_RELEASE);
        MethodHandle storeSecond = second.toMethodHandle(AccessMode.SET_RELEASE);
        ReleasesByMethodHandles subject = new ReleasesByMethodHandles();
        int[] found = new int[2];
        Thread other = new Thread(() -> {
            store(storeFirst, subject);
            found[0] = load(second, subject);
        });
        other.start();
        store(storeSecond, subject);
        found[1] = load(first, subject);
        other.join();
        assert found[0] + found[1] > 0;
    }
}
