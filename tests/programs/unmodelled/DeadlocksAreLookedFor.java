//@ verdict: incomplete
//@ reason: findDeadlockedThreads0
import java.lang.management.ManagementFactory;

public class DeadlocksAreLookedFor {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { });
        other.start();
        long[] blocked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        other.join();
        assert blocked == null;
    }
}
