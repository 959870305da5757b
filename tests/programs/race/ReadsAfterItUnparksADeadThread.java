import java.util.concurrent.locks.LockSupport;

public class ReadsAfterItUnparksADeadThread {
    static int written;

    public static void main(String[] args) {
        Thread sleeper = new Thread(() -> { });
        sleeper.start();
        new Thread(() -> written = 1).start();
        LockSupport.unpark(sleeper);
        int seen = written; //~ data-race "written"
    }
}
