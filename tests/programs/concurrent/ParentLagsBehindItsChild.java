import java.util.concurrent.Phaser;

// Arriving at a child is one step, and telling its parent another.
public class ParentLagsBehindItsChild {
    public static void main(String[] args) throws InterruptedException {
        Phaser root = new Phaser(1);
        Phaser child = new Phaser(root, 1);
        Thread party = new Thread(child::arrive);
        party.start();
        int below = child.getUnarrivedParties();
        int above = root.getUnarrivedParties();
        assert below == 1 || above == 1; //~ assertion-failure
        party.join();
    }
}
