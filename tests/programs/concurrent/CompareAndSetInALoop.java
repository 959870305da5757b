import java.util.concurrent.atomic.AtomicInteger;

public class CompareAndSetInALoop {
    static final AtomicInteger COUNT = new AtomicInteger();

    static void add() {
        int seen;
        do {
            seen = COUNT.get();
        } while (!COUNT.compareAndSet(seen, seen + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(CompareAndSetInALoop::add);
        other.start();
        add();
        other.join();
        assert COUNT.get() == 2;
    }
}
