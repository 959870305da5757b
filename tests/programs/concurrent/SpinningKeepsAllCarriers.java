//@ jdk: 21
//@ set: vm.processors=2
//@ assumes: processors
// Virtual threads share no time: one that spins keeps its carrier, and the third of them gets none.
public class SpinningKeepsAllCarriers {
    static volatile boolean set;

    public static void main(String[] args) throws InterruptedException {
        Runnable spins = () -> {
            while (!set) {
                Thread.onSpinWait();
            }
        };
        Thread one = Thread.startVirtualThread(spins);
        Thread two = Thread.startVirtualThread(spins);
        Thread sets = Thread.startVirtualThread(() -> set = true);
        one.join(); //~ deadlock
        two.join();
        sets.join();
    }
}
