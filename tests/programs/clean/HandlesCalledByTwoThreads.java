import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Two threads look up a handle and call it with a conversion at the same time: what is kept of them are caches. */
public class HandlesCalledByTwoThreads {
    static void use(String with) {
        try {
            MethodHandle length =
                    MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
            long count = (long) length.invoke(with);
            assert count == 1;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use("b"));
        other.start();
        use("c");
        other.join();
    }
}
