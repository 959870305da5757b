import java.util.concurrent.Phaser;

// All have arrived, and the phase advances once onAdvance has said how: who arrives meanwhile belongs to no phase, be the method overridden.
public class ArrivesWhileASubclassDecides {
    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                return false;
            }
        };
        Thread other = new Thread(() -> phaser.arrive()); //~ uncaught-exception
        other.start();
        phaser.arrive(); //~ uncaught-exception
        other.join();
    }
}
