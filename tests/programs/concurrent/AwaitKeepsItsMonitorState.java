// No IllegalMonitorStateException: the lock is held again when `await` returns, as often as before.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitKeepsItsMonitorState {
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            go = true;
            changed.signalAll();
            lock.unlock();
        }).start();
        lock.lock();
        lock.lock();
        while (!go) {
            changed.await();
        }
        assert lock.getHoldCount() == 2;
        lock.unlock();
        lock.unlock();
    }
}
