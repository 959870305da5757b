//@ findings: 1
public class VolatileIncrementLosesUpdate {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assert count == 2; //~ assertion-failure
    }
}
