package shop;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

//@ case: sumIsKept[1] verified
//@ case: sumIsKept[2] verified
//@ case: sumIsKept[3] violated
//@ case: sumIsKeptByTwo[1] verified
//@ case: sumIsKeptByTwo[2] violated
//@ case: sumIsKeptByTwo[3] violated
@RunWith(Parameterized.class)
public class TariffTest {
    @Parameters(name = "{0} clerks take {1}")
    public static Collection<Object[]> tariffs() {
        return Arrays.asList(new Object[][] {{1, 5}, {2, 1}, {3, 0}});
    }

    private final int clerks;
    private final int sum;
    private int till;
    private int taken;

    public TariffTest(int clerks, int sum) {
        this.clerks = clerks;
        this.sum = sum;
    }

    @Before
    public void opens() {
        till = 10 * clerks;
    }

    private synchronized void take(int amount) {
        till -= amount;
    }

    @Test
    public void sumIsKept() {
        take(sum);
        assertEquals(10 * clerks - sum, till);
        assertEquals(true, sum > 0); //~ assertion-failure
    }

    @Test
    public void sumIsKeptByTwo() throws InterruptedException {
        Thread other = new Thread(() -> taken++); //~ data-race "taken"
        other.start();
        if (clerks > 1) {
            taken++;
        }
        other.join();
    }
}
