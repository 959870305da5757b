//@ jdk: 21
//@ set: vm.processors=2
//@ assumes: processors
// A virtual thread that yields leaves its carrier to the others.
public class YieldingLeavesTheCarrier {
    static volatile boolean set;

    public static void main(String[] args) throws InterruptedException {
        Runnable spins = () -> {
            while (!set) {
                Thread.yield();
            }
        };
        Thread one = Thread.startVirtualThread(spins);
        Thread two = Thread.startVirtualThread(spins);
        Thread sets = Thread.startVirtualThread(() -> set = true);
        one.join();
        two.join();
        sets.join();
    }
}
