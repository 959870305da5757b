import java.util.concurrent.Phaser;

// A phaser without parties terminates, but not in the step in which the last one leaves.
public class LastPartyIsGoneBeforeTheEnd {
    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(1);
        Thread party = new Thread(phaser::arriveAndDeregister);
        party.start();
        if (phaser.getRegisteredParties() == 0) {
            assert phaser.isTerminated(); //~ assertion-failure
        }
        party.join();
    }
}
