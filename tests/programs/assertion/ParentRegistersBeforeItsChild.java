import java.util.concurrent.Phaser;

// The first party of a child registers the child with its parent, and then with the child: two steps.
public class ParentRegistersBeforeItsChild {
    public static void main(String[] args) throws InterruptedException {
        Phaser root = new Phaser();
        Phaser child = new Phaser(root);
        Thread party = new Thread(child::register);
        party.start();
        int above = root.getRegisteredParties();
        int below = child.getRegisteredParties();
        assert above == 0 || below == 1; //~ assertion-failure
        party.join();
    }
}
