import java.util.concurrent.LinkedBlockingQueue;

public class OnePillForTwoConsumers {
    static final String STOP = "stop";
    static final LinkedBlockingQueue<String> JOBS = new LinkedBlockingQueue<>();

    static void consume() {
        try {
            while (!JOBS.take().equals(STOP)) { //~ deadlock
                Thread.yield();
            }
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(OnePillForTwoConsumers::consume).start();
        new Thread(OnePillForTwoConsumers::consume).start();
        JOBS.put("job");
        JOBS.put(STOP);
    }
}
