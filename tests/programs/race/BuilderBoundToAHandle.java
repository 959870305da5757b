//@ jdk: 11
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Only a method handle leads to the builder that two threads append to. */
public class BuilderBoundToAHandle {
    static final MethodHandle APPEND = append();

    static MethodHandle append() {
        MethodType type = MethodType.methodType(StringBuilder.class, String.class);
        try {
            return MethodHandles.lookup().findVirtual(StringBuilder.class, "append", type).bindTo(new StringBuilder());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void call() {
        try {
            StringBuilder builder = (StringBuilder) APPEND.invokeExact("x"); //~ data-race
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(BuilderBoundToAHandle::call);
        other.start();
        call();
        other.join();
    }
}
