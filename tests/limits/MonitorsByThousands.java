import java.util.ArrayList;
import java.util.List;

public class MonitorsByThousands {
    static void enter(List<Object> locks, int depth) {
        Object lock = new Object();
        locks.add(lock);
        synchronized (lock) {
            enter(locks, depth + 1);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Object> locks = new ArrayList<>();
        enter(locks, 0);
    }
}
