//@ jdk: 21
import java.time.Duration;

public class JoinOfNoDuration {
    public static void main(String[] args) throws InterruptedException {
        Object over = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (over) {
                over.notifyAll();
            }
        });
        waiter.setDaemon(true);
        synchronized (over) {
            waiter.start();
            waiter.join((Duration) null); //~ uncaught-exception
        }
    }
}
