import java.util.Timer;
import java.util.TimerTask;

public class TimerRunsItsTask {
    static boolean done;

    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        Timer timer = new Timer();
        Object lock = new Object();
        timer.schedule(new TimerTask() {
            public void run() {
                synchronized (lock) {
                    done = true;
                    lock.notify();
                }
            }
        }, 10);
        synchronized (lock) {
            while (!done) {
                lock.wait();
            }
        }
        timer.cancel();
    }
}
