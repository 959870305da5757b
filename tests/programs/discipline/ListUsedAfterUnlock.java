import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

// The list is guarded by a lock of the library, and looked at when it has been released.
public class ListUsedAfterUnlock {
    @interface GuardedBy {
        String value();
    }

    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("this.lock")
    private final List<String> names = new ArrayList<>();

    int add(String name) {
        lock.lock();
        try {
            names.add(name);
        } finally {
            lock.unlock();
        }
        return names.size(); //~ lock-discipline "reads ListUsedAfterUnlock.names"
        //~^ data-race
    }

    public static void main(String[] args) {
        ListUsedAfterUnlock list = new ListUsedAfterUnlock();
        new Thread(() -> list.add("ann")).start();
        list.add("bob");
    }
}
