import java.util.concurrent.locks.ReentrantLock;

public class InterruptFreesLockInterruptibly {
    static void take(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            second.lockInterruptibly();
            second.unlock();
        } catch (InterruptedException given) {
            // Gives up.
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        Thread one = new Thread(() -> take(a, b));
        one.start();
        new Thread(() -> take(b, a)).start();
        one.interrupt();
    }
}
