import java.util.concurrent.Phaser;

// Who waits for the advance arrives in the next phase only.
public class PhaserOfTwoAdvancesTwice {
    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(2);
        Thread other = new Thread(() -> {
            phaser.arriveAndAwaitAdvance();
            phaser.arriveAndAwaitAdvance();
        });
        other.start();
        phaser.arriveAndAwaitAdvance();
        phaser.arriveAndAwaitAdvance();
        other.join();
        assert phaser.getPhase() == 2;
    }
}
