import java.util.concurrent.Phaser;

/** Each thread writes its cell of the next grid; the last to arrive swaps the grids before anybody goes on. */
public class PhaserSwapsTheGrids {
    static int[] grid = {1, 2};
    static int[] next = new int[2];

    static void simulate(Phaser phaser, int me) {
        while (!phaser.isTerminated()) {
            next[me] = grid[me] + grid[1 - me];
            phaser.arriveAndAwaitAdvance();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                int[] old = grid;
                grid = next;
                next = old;
                return phase >= 1;
            }
        };
        Thread other = new Thread(() -> simulate(phaser, 1));
        other.start();
        simulate(phaser, 0);
        other.join();
        assert grid[0] == 6 && grid[1] == 6;
    }
}
