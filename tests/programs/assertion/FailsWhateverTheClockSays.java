// The clock is read, and has nothing to do with what fails.
public class FailsWhateverTheClockSays {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        long start = System.nanoTime();
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        Thread.sleep(10);
        other.join();
        long took = System.nanoTime() - start;
        assert count == 2 : took; //~ assertion-failure
    }
}
