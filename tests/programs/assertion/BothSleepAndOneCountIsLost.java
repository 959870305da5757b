// Both wake at the same time: no luck is needed.
public class BothSleepAndOneCountIsLost {
    static volatile int count;

    static void work() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(BothSleepAndOneCountIsLost::work);
        other.start();
        work();
        other.join();
        assert count == 2; //~ assertion-failure
    }
}
