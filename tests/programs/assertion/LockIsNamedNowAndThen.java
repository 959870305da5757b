import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** As LockOfAMap; at one place the thread has the lock in a variable, or not. */
public class LockIsNamedNowAndThen {
    static final Map<String, Lock> LOCKS = new HashMap<>();
    static int count;
    static volatile boolean named;

    static void add() {
        Lock lock = null;
        if (named) {
            lock = LOCKS.get("a");
            lock.lock();
        } else {
            LOCKS.get("a").lock();
        }
        count++;
        if (lock != null) {
            lock.unlock();
        } else {
            LOCKS.get("a").unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LOCKS.put("a", new ReentrantLock());
        Thread other = new Thread(LockIsNamedNowAndThen::add);
        other.start();
        named = true;
        other.join();
        named = false;
        add();
        assert count == 3; //~ assertion-failure
    }
}
