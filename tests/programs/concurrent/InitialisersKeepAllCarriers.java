import java.util.concurrent.CountDownLatch;

// A virtual thread below an initialiser keeps its carrier while it waits: none is left for the one that it waits for.
public class InitialisersKeepAllCarriers {
    //@ jdk: 21
    //@ set: vm.processors=2
    static final CountDownLatch ARRIVED = new CountDownLatch(2);
    static final CountDownLatch GO = new CountDownLatch(1);

    static void pause() {
        ARRIVED.countDown();
        try {
            GO.await();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    static class Left {
        static {
            pause();
        }

        static void use() {}
    }

    static class Right {
        static {
            pause();
        }

        static void use() {}
    }

    public static void main(String[] args) throws InterruptedException {
        Thread left = Thread.startVirtualThread(Left::use);
        Thread right = Thread.startVirtualThread(Right::use);
        ARRIVED.await();
        Thread.startVirtualThread(GO::countDown);
        left.join(); //~ deadlock
        right.join();
    }
}
