package shop;

import junit.framework.TestCase;

//@ case: testSellsOnce verified
//@ case: testLosesASale violated
//@ case: testRunsByItself verified
// JUnit 3: names instead of annotations, `setUp` before each test and `tearDown` after it.
public class OldStyleTest extends TestCase {
    private int[] stock;

    public OldStyleTest(String name) {
        super(name);
    }

    @Override
    protected void setUp() {
        stock = new int[] {2};
    }

    @Override
    protected void tearDown() {
        stock = null;
    }

    public void testSellsOnce() {
        stock[0]--;
        assertEquals(1, stock[0]);
    }

    public void testLosesASale() throws InterruptedException {
        Thread other = new Thread(() -> stock[0]--); //~ data-race
        other.start();
        stock[0]--; //~ data-race
        other.join();
        assertEquals(0, stock[0]); //~ assertion-failure
    }

    /** The runner calls what is overridden. */
    @Override
    protected void runTest() throws Throwable {
        if (getName().equals("testRunsByItself")) {
            assertNotNull(stock);
        } else {
            super.runTest();
        }
    }

    public void testRunsByItself() {
        fail("runTest does not call this one");
    }
}
