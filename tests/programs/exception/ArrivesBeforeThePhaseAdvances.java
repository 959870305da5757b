import java.util.concurrent.Phaser;

// The last arrival and the advance are two steps: who arrives in between belongs to no phase.
public class ArrivesBeforeThePhaseAdvances {
    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(1);
        Thread other = new Thread(() -> phaser.arrive()); //~ uncaught-exception
        other.start();
        phaser.arrive(); //~ uncaught-exception
        other.join();
    }
}
