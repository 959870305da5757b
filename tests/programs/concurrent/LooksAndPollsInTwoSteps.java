import java.util.concurrent.ConcurrentLinkedQueue;

public class LooksAndPollsInTwoSteps {
    static final ConcurrentLinkedQueue<String> JOBS = new ConcurrentLinkedQueue<>();

    static void work() {
        while (!JOBS.isEmpty()) {
            JOBS.poll().length(); //~ uncaught-exception "NullPointerException"
        }
    }

    public static void main(String[] args) {
        JOBS.add("one");
        new Thread(LooksAndPollsInTwoSteps::work).start();
        work();
    }
}
