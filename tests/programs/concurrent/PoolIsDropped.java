import java.util.concurrent.Executors;

// The pool is shut down when the collector finds it: its thread may have ended.
public class PoolIsDropped {
    //@ assumes: no-reference-clearing
    static Thread worker;

    static Thread makeDaemon(Runnable task) {
        worker = new Thread(task);
        worker.setDaemon(true);
        return worker;
    }

    static void startAPool() {
        Executors.newSingleThreadExecutor(PoolIsDropped::makeDaemon).execute(() -> { });
    }

    public static void main(String[] args) {
        startAPool();
        assert worker.isAlive();
    }
}
