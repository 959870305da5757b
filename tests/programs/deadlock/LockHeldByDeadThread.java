//@ findings: 1
import java.util.concurrent.locks.ReentrantLock;

public class LockHeldByDeadThread {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread forgetful = new Thread(lock::lock);
        forgetful.start();
        forgetful.join();
        lock.lock(); //~ deadlock
    }
}
