//@ jdk: 11
import java.util.concurrent.atomic.AtomicInteger;

public class NaiveSpinLockLetsTwoIn {
    static volatile boolean busy;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void enter() {
        while (busy) {
            Thread.onSpinWait();
        }
        busy = true;
        try {
            int inside = INSIDE.incrementAndGet();
            assert inside == 1; //~ assertion-failure
        } finally {
            INSIDE.decrementAndGet();
            busy = false;
        }
    }

    public static void main(String[] args) {
        new Thread(NaiveSpinLockLetsTwoIn::enter).start();
        enter();
    }
}
