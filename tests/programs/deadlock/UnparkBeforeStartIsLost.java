import java.util.concurrent.locks.LockSupport;

public class UnparkBeforeStartIsLost {
    public static void main(String[] args) {
        Thread sleeper = new Thread(() -> {
            LockSupport.park(); //~ deadlock
        });
        LockSupport.unpark(sleeper);
        sleeper.start();
    }
}
