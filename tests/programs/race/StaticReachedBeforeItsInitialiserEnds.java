import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An initialiser gives out a handle of a field of its class: who has it does not wait for the initialiser's end. From 22 on, the handle does. */
//@ jdk: 11 to 21
public class StaticReachedBeforeItsInitialiserEnds {
    static volatile VarHandle given;

    static class Lazy {
        static int value;

        static {
            try {
                given = MethodHandles.lookup().findStaticVarHandle(Lazy.class, "value", int.class);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
            value = 1; //~ data-race "value"
            value = 2; //~ data-race "value"
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(Lazy::touch);
        first.start();
        VarHandle handle = given;
        if (handle != null && (int) handle.get() == 1) {
            throw new IllegalStateException(); //~ uncaught-exception
        }
        first.join();
    }
}
