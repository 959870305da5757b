import java.util.concurrent.Phaser;

public class PhaserAdvancesTogether {
    static int left, right;

    public static void main(String[] args) {
        //@ time-limit: 20s
        Phaser phaser = new Phaser(2);
        new Thread(() -> {
            left = 1;
            phaser.arriveAndAwaitAdvance();
            assert right == 1;
        }).start();
        right = 1;
        phaser.arriveAndAwaitAdvance();
        assert left == 1;
    }
}
