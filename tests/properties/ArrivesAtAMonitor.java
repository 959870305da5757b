/** A thread runs until it comes to a monitor that another one holds, and is blocked from there on. */
//# fails: never = "runnable(t) && ArrivesAtAMonitor.begun && ArrivesAtAMonitor.inside"
//# fails: never = "blocked(t) && ArrivesAtAMonitor.begun && ArrivesAtAMonitor.inside"
//# holds: never = "blocked(t) && !ArrivesAtAMonitor.begun"
public class ArrivesAtAMonitor {
    static final Object lock = new Object();
    static volatile boolean begun, inside;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            begun = true;
            synchronized (lock) { }
        }, "t");
        synchronized (lock) {
            inside = true;
            t.start();
            inside = false;
        }
        t.join();
    }
}
