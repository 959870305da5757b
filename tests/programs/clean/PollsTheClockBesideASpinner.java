//@ jdk: 11
//@ assumes: timeouts-last-resort
// Nothing but the clock ends the loop: its time runs out.
public class PollsTheClockBesideASpinner {
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread spinner = new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        });
        spinner.start();
        long end = System.currentTimeMillis() + 500;
        while (System.currentTimeMillis() < end) {
            Thread.sleep(10);
        }
        stop = true;
        spinner.join();
    }
}
