//@ jdk: 21
//@ assumes: processors
// On a JVM the one who spins would keep the only carrier: how many there are is assumed here, and a verdict says so.
public class SchedulerOfOneCarrier {
    static volatile boolean set;

    public static void main(String[] args) throws InterruptedException {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        Thread waits = Thread.startVirtualThread(() -> {
            while (!set) {
                Thread.yield();
            }
        });
        Thread sets = Thread.startVirtualThread(() -> set = true);
        waits.join();
        sets.join();
    }
}
