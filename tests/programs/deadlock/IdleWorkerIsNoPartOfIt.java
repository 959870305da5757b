import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The worker of the pool waits for tasks: the deadlock is the other thread's.
public class IdleWorkerIsNoPartOfIt {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {});
        Thread waiter = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait(); //~ deadlock
                } catch (InterruptedException e) {
                    // Nobody interrupts it.
                }
            }
        });
        waiter.start();
        waiter.join();
        pool.shutdown();
    }
}
