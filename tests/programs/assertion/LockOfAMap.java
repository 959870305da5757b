import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** As LockIsNamedInTwoWays; a thread whose lock is the value of a map holds one that nothing near it names. */
public class LockOfAMap {
    static final Map<String, Lock> LOCKS = new HashMap<>();
    static int count;

    static void add(Lock lock) {
        lock.lock();
        count++;
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        LOCKS.put("a", new ReentrantLock());
        Thread other = new Thread(() -> {
            LOCKS.get("a").lock();
            count++;
            LOCKS.get("a").unlock();
        });
        other.start();
        add(LOCKS.get("a"));
        other.join();
        assert count == 3; //~ assertion-failure
    }
}
