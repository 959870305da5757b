import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two pools and a timer are left, each a finding of its own; the workers of one pool are one. */
//@ findings: 3
class TwoPoolsAreLeftRunning {
    public static void main(String[] args) throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        ExecutorService one = Executors.newSingleThreadExecutor();
        two.submit(() -> 1).get(); //~ thread-leak "pool-1-thread-1 and pool-1-thread-2 are idle"
        two.submit(() -> 2).get();
        one.submit(() -> 3).get(); //~ thread-leak "pool-2-thread-1"
        new Timer("ticks"); //~ thread-leak "timer never cancelled: ticks is idle"
    }
}
