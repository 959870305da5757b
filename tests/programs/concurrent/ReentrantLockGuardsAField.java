import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockGuardsAField {
    private final ReentrantLock lock = new ReentrantLock(true);
    private long total;

    void add(int amount) {
        lock.lock();
        try {
            total += amount;
            if (amount > 1) {
                add(amount - 1);
            }
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLockGuardsAField sum = new ReentrantLockGuardsAField();
        Thread other = new Thread(() -> sum.add(2));
        other.start();
        sum.add(1);
        other.join();
        assert sum.total == 4 && !sum.lock.isLocked();
    }
}
