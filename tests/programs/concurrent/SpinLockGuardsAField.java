//@ jdk: 11
import java.util.concurrent.atomic.AtomicReference;

public class SpinLockGuardsAField {
    static final AtomicReference<Thread> OWNER = new AtomicReference<>();
    static int count;

    static void add() {
        while (!OWNER.compareAndSet(null, Thread.currentThread())) {
            Thread.onSpinWait();
        }
        count++;
        OWNER.set(null);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SpinLockGuardsAField::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
