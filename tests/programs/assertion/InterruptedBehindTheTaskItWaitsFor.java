import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// The task has done all its work and is not done yet: an interrupt that its work led to ends the wait for it.
public class InterruptedBehindTheTaskItWaitsFor {
    static volatile boolean acted;

    public static void main(String[] args) throws ExecutionException, InterruptedException {
        Thread waiter = Thread.currentThread();
        Thread interrupter = new Thread(() -> {
            if (acted) {
                waiter.interrupt();
            }
        });
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Boolean> task = pool.submit(() -> acted = true);
        interrupter.start();
        boolean interrupted = false;
        try {
            task.get();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        Thread.interrupted();
        pool.shutdown();
        assert !interrupted; //~ assertion-failure
    }
}
