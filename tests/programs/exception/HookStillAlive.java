//@ jdk: 11
/** A thread that has done its work may live on for a while, and cannot be a hook then. */
public class HookStillAlive {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> done = true);
        worker.start();
        while (!done) {
            Thread.onSpinWait();
        }
        Runtime.getRuntime().addShutdownHook(worker); //~ uncaught-exception
    }
}
