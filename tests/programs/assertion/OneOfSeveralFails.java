import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Both results are taken, and neither is asked for what came of it. */
class OneOfSeveralFails {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            service.submit(() -> {
                assert runs.incrementAndGet() == 1; //~ assertion-failure
                return 1;
            });
        }
        service.take();
        service.take();
        pool.shutdown();
    }
}
