//@ jdk: 11
//@ assumes: timeouts-last-resort
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

// Nobody but the one who waits with a time can end the spinning: its time runs out.
public class TimeOutEndsASpinnersWait {
    static volatile boolean gaveUp;

    static void await(BlockingQueue<String> orders) {
        try {
            orders.poll(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        gaveUp = true;
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> orders = new ArrayBlockingQueue<>(1);
        new Thread(() -> await(orders)).start();
        Thread other = new Thread(() -> {
            while (!gaveUp) {
                Thread.yield();
            }
        });
        other.start();
        while (!gaveUp) {
            Thread.onSpinWait();
        }
        other.join();
    }
}
