package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;

//@ case: doublesAreEven[1] verified
//@ case: doublesAreEven[2] verified
//@ case: nested[1] verified
//@ case: nested[2] violated
//@ case: nested[3] violated
//@ case: one[1] verified
//@ case: isTold verified
//@ case: makesNone incomplete JUnit's engine ran no test of shop.DynamicTests.makesNone
class DynamicTests {
    private int count;
    private int racy;

    @BeforeEach
    void counts() {
        count = 2;
    }

    @TestFactory
    Stream<DynamicTest> doublesAreEven() {
        return IntStream.range(0, count).mapToObj(i -> dynamicTest("of " + i, () -> assertEquals(0, 2 * i % 2)));
    }

    @TestFactory
    List<DynamicNode> nested() {
        return List.of(
                dynamicTest("first", () -> {}),
                dynamicContainer("more", Stream.of(
                        dynamicTest("fails", () -> assertTrue(count == 3)), //~ assertion-failure
                        dynamicTest("races", () -> {
                            Thread other = new Thread(() -> racy++); //~ data-race "racy"
                            other.start();
                            racy++;
                            other.join();
                        }))));
    }

    @TestFactory
    DynamicTest one() {
        return dynamicTest("one", () -> assertEquals(2, count));
    }

    @TestFactory
    Stream<DynamicTest> isTold(TestInfo info) {
        return Stream.of(dynamicTest("told", () -> assertEquals("isTold(TestInfo)", info.getDisplayName())));
    }

    @TestFactory
    Stream<DynamicTest> makesNone(TestInfo info) {
        return Stream.empty();
    }
}
