//@ jdk: 11
//@ verdict: incomplete
//@ reason: polls the clock
// While another thread can move, time does not run out by itself: what comes after the loop was not explored.
public class PollsTheClockBesideASpinner {
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread spinner = new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        });
        spinner.start();
        long end = System.currentTimeMillis() + 50;
        while (System.currentTimeMillis() < end) {
            Thread.sleep(10);
        }
        stop = true;
        spinner.join();
    }
}
