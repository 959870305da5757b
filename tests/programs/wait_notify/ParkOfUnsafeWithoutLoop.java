//@ jdk: 11
//@ needs: spurious-wakeup
//@ findings: 1
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;

import sun.misc.Unsafe;

// As ParkWithoutLoop, by reflection on the class below `LockSupport`.
public class ParkOfUnsafeWithoutLoop {
    static volatile boolean ready;

    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Method park = Unsafe.class.getMethod("park", boolean.class, long.class);
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        park.invoke(unsafe, false, 0L);
        assert ready; //~ assertion-failure
    }
}
