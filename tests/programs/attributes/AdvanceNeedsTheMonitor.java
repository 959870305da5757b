import java.util.concurrent.Phaser;

// A callback of the library with a boundary of its own waits for a monitor whose owner waits for the phaser.
public class AdvanceNeedsTheMonitor {
    //@ set: vm.por.attributes=AdvanceNeedsTheMonitor$Locked.*=always
    static class Locked extends Phaser {
        Locked() {
            super(2);
        }

        @Override
        protected synchronized boolean onAdvance(int phase, int parties) {
            return false;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Locked phaser = new Locked();
        Thread other = new Thread(phaser::arrive);
        other.start();
        synchronized (phaser) {
            phaser.arriveAndAwaitAdvance(); //~ deadlock
        }
        other.join();
    }
}
