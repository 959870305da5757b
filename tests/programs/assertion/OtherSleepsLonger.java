// Main wakes first whenever sleeping takes its time.
public class OtherSleepsLonger {
    static volatile boolean done;

    static void finish() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        done = true;
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(OtherSleepsLonger::finish).start();
        Thread.sleep(100);
        assert done; //~ assertion-failure
    }
}
