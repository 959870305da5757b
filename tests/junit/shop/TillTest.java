package shop;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import org.junit.After;
import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;

//@ case: paysOnBothSides verified
//@ case: losesAHit violated
//@ case: refusesNegativeAmounts verified
//@ case: wronglyExpects violated
//@ case: endsInTime verified
//@ case: doesNotApplyHere incomplete skipped: an assumption of the test does not hold
//@ case: leavesAThreadBehind verified
//@ skipped: notYet
public class TillTest {
    private Till till;

    @Before
    public void open() {
        till = new Till();
        till.pay(1);
    }

    @After
    public void close() {
        till = null;
    }

    @Test
    public void paysOnBothSides() throws InterruptedException {
        Till.both(() -> till.pay(2), () -> till.pay(3));
        assertEquals(6, till.cash());
    }

    @Test
    public void losesAHit() throws InterruptedException {
        Till.both(till::count, till::count);
        assertThat("hits", till.hits(), is(2)); //~ assertion-failure
    }

    @Test(expected = IllegalArgumentException.class)
    public void refusesNegativeAmounts() {
        till.pay(-1);
    }

    @Test(expected = IllegalStateException.class)
    public void wronglyExpects() {
        till.pay(2); //~ assertion-failure "Expected exception: java.lang.IllegalStateException"
    }

    @Test(timeout = 1000)
    public void endsInTime() throws InterruptedException {
        Thread payer = new Thread(() -> till.pay(4));
        payer.start();
        payer.join();
        assertEquals(5, till.cash());
    }

    @Test
    public void doesNotApplyHere() {
        assumeTrue(till.cash() == 0);
        assertEquals(0, 1);
    }

    @Test
    public void leavesAThreadBehind() {
        Object mine = new Object();
        new Thread(() -> {
            synchronized (mine) {
                try {
                    mine.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }).start();
    }

    @Test
    @Ignore("another day")
    public void notYet() {
        assertEquals(1, 2);
    }
}
