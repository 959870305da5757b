// As with a pool that is no daemon: only a sleep that ends before its time sees nothing.
//@ needs: short-sleep
//@ verdict: violated
import java.util.Timer;
import java.util.TimerTask;

public class DaemonTimerTicksWhileMainSleeps {
    static volatile int ticks;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ticks = 1;
            }
        }, 100, 100);
        Thread.sleep(150);
        assert ticks > 0; //~ assertion-failure
        timer.cancel();
    }
}
