import java.util.concurrent.SynchronousQueue;

/**
 * A thread that is stopped meets the exception wherever it is: in a loop, in a wait, whose monitor it has again when it catches it, in a queue, or as it
 * stops itself. Nobody reports that it died of it.
 */
//@ jdk: 8 to 17
public class StopsThreadsThatLive {
    private static final Object LOCK = new Object();
    private static volatile boolean odd;
    private static boolean caught;
    private static boolean hasLock;

    private static void await() {
        synchronized (LOCK) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } catch (ThreadDeath death) {
                caught = true;
                hasLock = Thread.holdsLock(LOCK);
            }
        }
    }

    private static void spin() {
        while (true) {
            odd = !odd;
        }
    }

    private static void take() {
        try {
            new SynchronousQueue<String>().take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void end(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.stop();
        thread.join();
        assert !thread.isAlive();
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        end(StopsThreadsThatLive::await);
        assert !caught || hasLock;
        end(StopsThreadsThatLive::spin);
        end(StopsThreadsThatLive::take);
        try {
            Thread.currentThread().stop();
            throw new AssertionError("goes on");
        } catch (ThreadDeath death) {
            return;
        }
    }
}
