//@ needs: spurious-wakeup
//@ findings: 1
import java.util.concurrent.locks.LockSupport;

// As ParkWithoutLoop, by reflection.
public class ParkByReflectionWithoutLoop {
    static volatile boolean ready;

    public static void main(String[] args) throws ReflectiveOperationException {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        LockSupport.class.getMethod("park").invoke(null);
        assert ready; //~ assertion-failure
    }
}
