import java.util.concurrent.Phaser;

// The wait finds the old phase, then asks whether its thread was interrupted: the phase may advance, and the interrupt come, in between.
public class PhaseAdvancesThenInterrupts {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(1);
        Thread waiter = new Thread(() -> {
            try {
                phaser.awaitAdvanceInterruptibly(0);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        waiter.start();
        phaser.arrive();
        waiter.interrupt();
        waiter.join();
        assert !interrupted; //~ assertion-failure
    }
}
