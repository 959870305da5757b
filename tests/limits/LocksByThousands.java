import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

public class LocksByThousands {
    public static void main(String[] args) throws Exception {
        List<ReentrantLock> locks = new ArrayList<>();
        while (true) {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            locks.add(lock);
        }
    }
}
