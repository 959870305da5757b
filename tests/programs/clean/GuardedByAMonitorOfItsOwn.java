import java.util.concurrent.locks.ReentrantLock;

// The guard is an object that locks by a lock of java.util.concurrent, as Guava's `Monitor`.
public class GuardedByAMonitorOfItsOwn {
    @interface GuardedBy {
        String value();
    }

    static class Gate {
        private final ReentrantLock lock = new ReentrantLock();

        void enter() {
            lock.lock();
        }

        void leave() {
            lock.unlock();
        }
    }

    private final Gate gate = new Gate();

    @GuardedBy("gate")
    private int count;

    void add() {
        gate.enter();
        try {
            count++;
        } finally {
            gate.leave();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GuardedByAMonitorOfItsOwn shared = new GuardedByAMonitorOfItsOwn();
        Thread other = new Thread(shared::add);
        other.start();
        shared.add();
        other.join();
        assert shared.count == 2;
    }
}
