//@ needs: short-sleep
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class SecondTickOfATimer {
    static volatile int ticks;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        Timer timer = new Timer();
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                ticks++;
                first.countDown();
            }
        };
        timer.schedule(task, 1, 1);
        first.await();
        int seen = ticks;
        timer.cancel();
        assert seen == 1; //~ assertion-failure
    }
}
