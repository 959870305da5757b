import java.util.concurrent.atomic.AtomicInteger;

// Two of twelve threads take two locks in opposite orders, if the others are quiet for a while.
public class TwoAmongTwelve {
    static final AtomicInteger noise = new AtomicInteger();

    static void both(Object one, Object other) {
        synchronized (one) {
            int before = noise.get();
            noise.incrementAndGet();
            noise.incrementAndGet();
            if (noise.get() == before + 2) {
                synchronized (other) {
                    noise.incrementAndGet();
                }
            }
        }
    }

    public static void main(String[] args) {
        Object drawer = new Object();
        Object ledger = new Object();
        new Thread(() -> both(drawer, ledger)).start();
        for (int i = 0; i < 10; i++) {
            new Thread(() -> {
                for (int step = 0; step < 3; step++) {
                    noise.incrementAndGet();
                }
            }).start();
        }
        new Thread(() -> both(ledger, drawer)).start();
    }
}
