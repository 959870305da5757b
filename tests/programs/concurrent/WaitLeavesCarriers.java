//@ jdk: 21
//@ set: vm.processors=2
//@ assumes: processors
// A virtual thread in Object.wait keeps no carrier from the others: the scheduler makes up for it.
public class WaitLeavesCarriers {
    static boolean set;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Runnable waits = () -> {
            synchronized (lock) {
                while (!set) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        };
        Thread one = Thread.startVirtualThread(waits);
        Thread two = Thread.startVirtualThread(waits);
        Thread sets = Thread.startVirtualThread(() -> {
            synchronized (lock) {
                set = true;
                lock.notifyAll();
            }
        });
        one.join();
        two.join();
        sets.join();
    }
}
