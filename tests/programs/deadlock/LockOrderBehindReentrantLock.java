import java.util.concurrent.locks.ReentrantLock;

public class LockOrderBehindReentrantLock {
    static void take(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            second.lock(); //~ deadlock
            second.unlock();
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
