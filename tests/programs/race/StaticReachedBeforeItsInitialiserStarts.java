//@ jdk: 11
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** The place of a static field is asked for before its class is initialised: who has it does not wait for the initialiser's end. */
public class StaticReachedBeforeItsInitialiserStarts {
    static class Lazy {
        static int value;

        static {
            value = 1; //~ data-race "value"
            value = 2; //~ data-race "value"
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws Exception {
        Field the = Unsafe.class.getDeclaredField("theUnsafe");
        the.setAccessible(true);
        Unsafe unsafe = (Unsafe) the.get(null);
        Field field = Lazy.class.getDeclaredField("value");
        Object base = unsafe.staticFieldBase(field);
        long offset = unsafe.staticFieldOffset(field);
        Thread first = new Thread(Lazy::touch);
        first.start();
        if (unsafe.getInt(base, offset) == 1) {
            throw new IllegalStateException(); //~ uncaught-exception
        }
        first.join();
    }
}
