//@ jdk: 11
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** What the first of two bound handles makes the library generate must not shift the boundaries of a replay. */
public class BoundHandleWrites {
    int sold;

    public static void main(String[] args) throws Throwable {
        BoundHandleWrites shop = new BoundHandleWrites();
        MethodHandle setter = MethodHandles.lookup().findSetter(BoundHandleWrites.class, "sold", int.class);
        MethodHandle sell = MethodHandles.insertArguments(setter, 1, 5).bindTo(shop);
        Thread other = new Thread(() -> {
            try {
                sell.invokeExact();
            } catch (Throwable thrown) {
                throw new AssertionError(thrown);
            }
        });
        other.start();
        sell.invokeExact(); //~ data-race
        other.join();
    }
}
