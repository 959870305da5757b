// The loop sleeps and polls the clock; nobody else can move, so its time runs out.
public class FailsWhenTheClockHasRun {
    public static void main(String[] args) throws InterruptedException {
        Thread poller = new Thread(() -> {
            long start = System.currentTimeMillis();
            while (System.currentTimeMillis() - start < 100) {
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    return;
                }
            }
            throw new AssertionError("after the loop"); //~ assertion-failure "after the loop"
        });
        poller.start();
        poller.join();
    }
}
