import java.util.concurrent.locks.LockSupport;

public class UnparkComesFirst {
    public static void main(String[] args) {
        Thread sleeper = new Thread(LockSupport::park);
        sleeper.start();
        LockSupport.unpark(sleeper);
    }
}
