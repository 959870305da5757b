//@ jdk: 11
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

// As ReleasesByMethodHandles; the handles do not know the variable, and one was found as a method of VarHandle.
public class ReleasesByInvokers {
    //@ assumes: sequential-consistency
    int first;
    int second;

    static void store(MethodHandle invoker, VarHandle handle, ReleasesByInvokers subject) {
        try {
            invoker.invoke(handle, subject, 1);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle first = lookup.findVarHandle(ReleasesByInvokers.class, "first", int.class);
        VarHandle second = lookup.findVarHandle(ReleasesByInvokers.class, "second", int.class);
        MethodType type = MethodType.methodType(void.class, ReleasesByInvokers.class, int.class);
        MethodHandle made = MethodHandles.varHandleInvoker(AccessMode.SET_RELEASE, type);
        MethodHandle found = lookup.findVirtual(VarHandle.class, "setOpaque", type);
        ReleasesByInvokers subject = new ReleasesByInvokers();
        int[] read = new int[2];
        Thread other = new Thread(() -> {
            store(made, first, subject);
            read[0] = (int) second.getVolatile(subject);
        });
        other.start();
        store(found, second, subject);
        read[1] = (int) first.getVolatile(subject);
        other.join();
        assert read[0] + read[1] > 0;
    }
}
