//@ needs: spurious-wakeup
//@ findings: 1
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.locks.LockSupport;

// As ParkWithoutLoop, by a method handle.
public class ParkByAHandleWithoutLoop {
    static volatile boolean ready;

    public static void main(String[] args) throws Throwable {
        MethodHandle park = MethodHandles.lookup().findStatic(LockSupport.class, "park", MethodType.methodType(void.class));
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        park.invokeExact();
        assert ready; //~ assertion-failure
    }
}
