//@ jdk: 11 to 17
/** The priority of a thread that has ended cannot be set; whether it has is a matter of time. */
public class PriorityOfEndedThread {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> done = true);
        worker.start();
        while (!done) {
            Thread.onSpinWait();
        }
        worker.setPriority(Thread.MAX_PRIORITY);
        assert worker.getPriority() == Thread.MAX_PRIORITY; //~ assertion-failure
    }
}
