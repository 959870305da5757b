//@ jdk: 21 to 23
import java.util.concurrent.locks.LockSupport;

/** On 21 a print takes a lock of the library's: who waits for it is woken by the permit that it waits for afterwards (real: 7 of 30,000). */
public class PermitUsedUpByAPrint {
    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(() -> {
            System.out.println("a");
            LockSupport.park(); //~ deadlock
        });
        waits.start();
        LockSupport.unpark(waits);
        System.out.println("b");
        waits.join();
    }
}
