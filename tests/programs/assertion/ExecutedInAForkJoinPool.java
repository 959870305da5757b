import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** A task that was merely executed has no future: what it throws goes to the handler of its thread, and the program has set none. */
class ExecutedInAForkJoinPool {
    static volatile int visits;

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.execute(() -> {
            int now = ++visits;
            assert now == 1; //~ assertion-failure
        });
        visits++; //~? data-race
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }
}
