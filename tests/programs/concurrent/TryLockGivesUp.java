import java.util.concurrent.locks.ReentrantLock;

public class TryLockGivesUp {
    static void take(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.tryLock()) {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        new Thread(() -> take(a, b)).start();
        take(b, a);
    }
}
