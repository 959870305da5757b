import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// A wait of no time lets go of the lock all the same: others come in (real: in each run).
public class AwaitOfNoTimeReleasesTheLock {
    static boolean busy;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        boolean[] cameIn = new boolean[1];
        Thread other = new Thread(() -> {
            lock.lock();
            cameIn[0] = busy;
            lock.unlock();
        });
        other.start();
        lock.lock();
        busy = true;
        changed.await(0, TimeUnit.SECONDS);
        busy = false;
        lock.unlock();
        other.join();
        assert !cameIn[0]; //~ assertion-failure
    }
}
