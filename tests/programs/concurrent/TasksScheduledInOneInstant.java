import java.util.Timer;
import java.util.TimerTask;

// A task knows for when it was scheduled: on another machine time passes between the two calls.
public class TasksScheduledInOneInstant {
    //@ assumes: virtual-clock
    static class Tick extends TimerTask {
        @Override
        public void run() {}
    }

    public static void main(String[] args) {
        Timer timer = new Timer();
        Tick first = new Tick();
        Tick second = new Tick();
        timer.schedule(first, 10);
        timer.schedule(second, 10);
        assert first.scheduledExecutionTime() == second.scheduledExecutionTime();
        timer.cancel();
    }
}
