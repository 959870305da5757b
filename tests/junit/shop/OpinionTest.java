package shop;

import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import org.junit.Test;
import org.junit.experimental.theories.DataPoints;
import org.junit.experimental.theories.Theories;
import org.junit.experimental.theories.Theory;
import org.junit.runner.RunWith;

//@ case: isPositive violated
//@ case: isEven verified
//@ case: stands verified
@RunWith(Theories.class)
public class OpinionTest {
    @DataPoints
    public static int[] prices = {2, 4, 0};

    @Theory
    public void isPositive(int price) {
        assertTrue(price > 0); //~ assertion-failure "isPositive"
    }

    @Theory
    public void isEven(int price) {
        assumeTrue(price > 0);
        assertTrue(price % 2 == 0);
    }

    @Test
    public void stands() {}
}
