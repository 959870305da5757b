import java.util.concurrent.Phaser;

// The child is main's own, its parent is not.
public class ChildArrivesAfterItsAnnouncement {
    static volatile boolean announced;

    public static void main(String[] args) throws InterruptedException {
        Phaser root = new Phaser(1);
        Phaser child = new Phaser(root, 1);
        Thread reader = new Thread(() -> {
            if (announced) {
                assert root.getArrivedParties() == 1; //~ assertion-failure
            }
        });
        reader.start();
        announced = true;
        child.arrive();
        reader.join();
    }
}
