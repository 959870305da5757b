/** A daemon may not have come to its work when the last other thread ends, however fair the threads' scheduler is. */
//# fails: existence = "DaemonAtTheEnd.done"
//# fails: response = ["DaemonAtTheEnd.started", "DaemonAtTheEnd.done"]
//# fails: ltl = "<> [] DaemonAtTheEnd.done"
//# fails: existence = "DaemonAtTheEnd.done"; fairness = "strong"
//# holds: response = ["DaemonAtTheEnd.started", "DaemonAtTheEnd.joined"]
//# holds: precedence = ["DaemonAtTheEnd.started", "DaemonAtTheEnd.joined"]
public class DaemonAtTheEnd {
    static volatile boolean done, joined, started;

    public static void main(String[] args) throws InterruptedException {
        Thread daemon = new Thread(() -> done = true);
        daemon.setDaemon(true);
        Thread other = new Thread(() -> joined = true);
        started = true;
        daemon.start();
        other.start();
        other.join();
    }
}
