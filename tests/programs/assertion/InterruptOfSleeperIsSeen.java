//@ findings: 1
public class InterruptOfSleeperIsSeen {
    static volatile boolean rested;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1000);
                rested = true;
            } catch (InterruptedException woken) {
                // Not rested.
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assert rested; //~ assertion-failure
    }
}
