import java.util.concurrent.atomic.AtomicInteger;

// Two threads take two locks in opposite orders; six others have nothing to do with them.
public class OneCycleAmongEight {
    static final Object drawer = new Object();
    static final Object ledger = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                first.hashCode();
            }
        }
    }

    static void count(AtomicInteger own) {
        for (int i = 0; i < 4; i++) {
            own.incrementAndGet();
        }
    }

    public static void main(String[] args) {
        AtomicInteger[] counters = new AtomicInteger[3];
        for (int i = 0; i < 6; i++) {
            if (i < 3) {
                counters[i] = new AtomicInteger();
            }
            AtomicInteger own = counters[i % 3];
            new Thread(() -> count(own), "bystander-" + i).start();
        }
        new Thread(() -> both(drawer, ledger), "sell").start();
        new Thread(() -> both(ledger, drawer), "audit").start();
    }
}
