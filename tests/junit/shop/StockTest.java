package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

//@ case: reservesUnderALock verified
//@ case: waitsForALatchThatNobodyOpens violated
//@ case: asksItsSupplierOnce violated
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StockTest {
    interface Supplier {
        int price(String article);
    }

    static class Stock {
        private final Supplier supplier;
        private Integer price;

        Stock(Supplier supplier) {
            this.supplier = supplier;
        }

        int price() {
            if (price == null) { //~ data-race "price"
                price = supplier.price("apple");
            }
            return price;
        }
    }

    private ExecutorService pool;

    @BeforeEach
    void start() {
        pool = Executors.newSingleThreadExecutor();
    }

    @AfterEach
    void stop() {
        pool.shutdown();
    }

    @Test
    void reservesUnderALock() throws Exception {
        int[] left = {2};
        Future<?> other = pool.submit(() -> {
            synchronized (left) {
                left[0]--;
            }
        });
        synchronized (left) {
            left[0]--;
        }
        other.get();
        assertEquals(0, left[0]);
    }

    @Test
    void waitsForALatchThatNobodyOpens() throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        pool.execute(latch::countDown);
        latch.await(); //~ deadlock
    }

    @Test
    void asksItsSupplierOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Stock stock = new Stock(article -> {
            asked.incrementAndGet();
            return 3;
        });
        Thread other = new Thread(stock::price);
        other.start();
        assertEquals(3, stock.price());
        other.join();
        assertEquals(1, asked.get()); //~ assertion-failure
    }
}
