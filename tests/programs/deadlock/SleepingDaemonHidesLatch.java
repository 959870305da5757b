import java.util.concurrent.CountDownLatch;

public class SleepingDaemonHidesLatch {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Thread heartbeat = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(100);
                }
            } catch (InterruptedException stop) {
                // Nobody interrupts it.
            }
        });
        heartbeat.setDaemon(true);
        heartbeat.start();
        never.await(); //~ deadlock
    }
}
