package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.Assumptions.assumingThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

//@ case: onlyOnAnotherSystem incomplete skipped: an assumption of the test does not hold
//@ case: onlyIfTheOtherWasFirst verified
//@ case: assumesAPart verified
class AssumedTest {
    private final AtomicInteger count = new AtomicInteger();

    @Test
    void onlyOnAnotherSystem() {
        assumeTrue(System.getProperty("os.name").startsWith("Plan 9"), "needs Plan 9");
        assertEquals(1, count.get());
    }

    @Test
    void onlyIfTheOtherWasFirst() throws InterruptedException {
        Thread other = new Thread(count::incrementAndGet);
        other.start();
        assumeFalse(count.get() == 0);
        other.join();
        assertEquals(1, count.get());
    }

    @Test
    void assumesAPart() {
        assumingThat(count.get() == 1, () -> assertEquals(2, count.get()));
        assertEquals(0, count.get());
    }
}
