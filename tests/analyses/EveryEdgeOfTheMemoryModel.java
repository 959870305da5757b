import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

// Each plain field is handed over by another edge of JLS 17.4.5: no two accesses are unordered.
public class EveryEdgeOfTheMemoryModel {
    static class Lazy {
        static int[] made = {1};
    }

    static int byStart;
    static int byEnd;
    static int byLife;
    static int byVolatile;
    static int byUpdate;
    static int byMonitor;
    static int byLatch;
    static int byQueue;
    static int byInterrupt;
    static volatile boolean flag;
    static boolean said;
    static final AtomicInteger updates = new AtomicInteger();
    static final Object monitor = new Object();

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        ArrayBlockingQueue<int[]> queue = new ArrayBlockingQueue<>(1);
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                byInterrupt++;
            }
        });
        sleeper.start();
        byStart = 1;
        Thread other = new Thread(() -> {
            byStart++;
            byVolatile = 1;
            flag = true;
            byUpdate = 1;
            updates.compareAndSet(0, 1);
            synchronized (monitor) {
                byMonitor = 1;
                said = true;
                monitor.notifyAll();
            }
            byLatch = 1;
            latch.countDown();
            byQueue = 1;
            queue.add(new int[] {Lazy.made[0]});
            byInterrupt = 1;
            sleeper.interrupt();
            byEnd = 1;
            byLife = 1;
        });
        other.start();
        if (flag) {
            byVolatile++;
        }
        if (updates.get() == 1) {
            byUpdate++;
        }
        synchronized (monitor) {
            while (!said) {
                monitor.wait();
            }
        }
        byMonitor++;
        latch.await();
        byLatch++;
        int[] given = queue.take();
        byQueue += given[0] + Lazy.made[0];
        if (!other.isAlive()) {
            byLife++;
        }
        other.join();
        byEnd++;
        sleeper.join();
        byInterrupt++;
    }
}
