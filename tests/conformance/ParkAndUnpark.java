import java.util.concurrent.locks.LockSupport;

public class ParkAndUnpark {
    static volatile boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread self = Thread.currentThread();
        LockSupport.unpark(self);
        LockSupport.unpark(self);
        LockSupport.park();
        System.out.println("the permit was there");
        LockSupport.parkNanos(1000);
        System.out.println("the second permit was not, and time ran out");
        self.interrupt();
        LockSupport.park();
        System.out.println("an interrupted thread does not park " + Thread.interrupted());
        StringBuilder log = new StringBuilder();
        Thread parked = new Thread(() -> {
            while (!go) {
                LockSupport.park(log);
            }
            log.append("woken");
        });
        parked.start();
        go = true;
        LockSupport.unpark(parked);
        parked.join();
        System.out.println(log);
        LockSupport.unpark(parked);
        LockSupport.unpark(null);
        System.out.println("nobody to wake");
    }
}
