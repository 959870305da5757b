import java.util.Timer;
import java.util.TimerTask;

public class TimerIsNeverCancelled {
    public static void main(String[] args) {
        Timer timer = new Timer(); //~ thread-leak
        timer.schedule(new TimerTask() {
            public void run() {
            }
        }, 10);
    }
}
