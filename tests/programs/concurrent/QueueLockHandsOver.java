//@ jdk: 11
import java.util.concurrent.atomic.AtomicReference;

/** The lock of Mellor-Crummey and Scott. */
public class QueueLockHandsOver {
    static class Place {
        volatile boolean waits;
        volatile Place next;
    }

    static final AtomicReference<Place> TAIL = new AtomicReference<>();
    static int count;

    static void increment() {
        Place mine = new Place();
        Place before = TAIL.getAndSet(mine);
        if (before != null) {
            mine.waits = true;
            before.next = mine;
            while (mine.waits) {
                Thread.onSpinWait();
            }
        }
        count++;
        if (mine.next == null && TAIL.compareAndSet(mine, null)) {
            return;
        }
        while (mine.next == null) {
            Thread.onSpinWait();
        }
        mine.next.waits = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(QueueLockHandsOver::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
