package shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

//@ case: losesAnAssertion violated
//@ case: failsOnPurpose verified

/** Futures that are never asked for their results: an assertion that fails there is lost, and the test passes. */
class LostTest {
    static int count = 1;

    static void submit(Runnable task) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(task);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);
    }

    @Test
    void losesAnAssertion() throws InterruptedException {
        submit(() -> {
            assert count == 2; //~ assertion-failure
        });
    }

    @Test
    void failsOnPurpose() throws InterruptedException {
        submit(() -> {
            throw new IllegalStateException();
        });
    }
}
