import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Two threads call one handle with other types than its own: each call converts, and which conversion the handle keeps shows nowhere. */
public class HandleIsConvertedByTwoThreads {
    static Object same(Object value) {
        return value;
    }

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(Object.class, Object.class);
        MethodHandle same = MethodHandles.lookup().findStatic(HandleIsConvertedByTwoThreads.class, "same", type);
        Thread other = new Thread(() -> {
            try {
                assert (int) same.invoke(1) == 1;
            } catch (Throwable thrown) {
                throw new AssertionError(thrown);
            }
        });
        other.start();
        assert (int) same.invoke(2) == 2;
        other.join();
    }
}
