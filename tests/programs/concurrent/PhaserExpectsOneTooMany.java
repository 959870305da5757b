import java.util.concurrent.Phaser;

public class PhaserExpectsOneTooMany {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        for (int i = 0; i < 2; i++) {
            phaser.register();
        }
        new Thread(phaser::arriveAndDeregister).start();
        phaser.arriveAndAwaitAdvance(); //~ deadlock
    }
}
