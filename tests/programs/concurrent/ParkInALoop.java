import java.util.concurrent.locks.LockSupport;

public class ParkInALoop {
    static volatile boolean ready;
    static int value;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            value = 3;
            ready = true;
            LockSupport.unpark(main);
        }).start();
        while (!ready) {
            LockSupport.park();
        }
        assert value == 3;
    }
}
