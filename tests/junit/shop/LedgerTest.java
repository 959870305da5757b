package shop;

import static org.junit.Assert.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

//@ case: isInherited verified
//@ case: booksInOppositeOrders violated
public class LedgerTest extends AbstractLedgerTest {
    private final Object drawer = new Object();
    private final Object ledger = new Object();

    @BeforeClass
    public static void open() {
        LOG.add("class");
    }

    @Before
    public void own() {
        LOG.add("own");
    }

    @After
    public void ownDone() {
        LOG.add("own done");
    }

    @AfterClass
    public static void close() {
        LOG.add("class done");
    }

    @Test(timeout = 5000)
    public void booksInOppositeOrders() throws Exception {
        LOG.add("test");
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
            synchronized (drawer) {
                synchronized (ledger) { //~ deadlock
                    drawer.hashCode();
                }
            }
        });
        pool.execute(() -> {
            synchronized (ledger) {
                synchronized (drawer) {
                    ledger.hashCode();
                }
            }
        });
        pool.shutdown();
        assertTrue(pool.awaitTermination(1, TimeUnit.SECONDS)); //~? assertion-failure
    }
}
