// What was slept has passed.
public class ClockShowsTheSleep {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { });
        long start = System.currentTimeMillis();
        other.start();
        Thread.sleep(500);
        other.join();
        assert System.currentTimeMillis() - start < 500; //~ assertion-failure
    }
}
