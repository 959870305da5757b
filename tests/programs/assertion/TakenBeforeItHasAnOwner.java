import java.util.concurrent.locks.ReentrantLock;

// A lock is taken first, and has its owner then: its text says "Unlocked" in between. Who took it may have ended since, or not yet gone on.
public class TakenBeforeItHasAnOwner {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread holder = new Thread(lock::lock);
        holder.start();
        if (lock.isLocked()) {
            assert !lock.toString().contains("Unlocked"); //~ assertion-failure
        }
        holder.join();
    }
}
