//@ jdk: 11 to 17
//@ verdict: violated
/** A group cannot be destroyed while a thread of it lives, whatever that thread has done by then. */
public class GroupDestroyedTooEarly {
    static volatile boolean done;

    @SuppressWarnings("removal")
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("workers");
        Thread worker = new Thread(group, () -> done = true);
        worker.start();
        while (!done) {
            Thread.onSpinWait();
        }
        group.destroy(); //~ uncaught-exception
    }
}
