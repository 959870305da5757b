package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

//@ case: pays[1] verified
//@ case: pays[2] verified
//@ case: pays[3] violated
//@ case: named[1] verified
//@ case: named[2] verified
//@ case: named[3] verified
//@ case: sizes(shop.SeatsTest$Size)[1] verified
//@ case: sizes(shop.SeatsTest$Size)[2] verified
//@ case: sizes(long)[1] verified
//@ case: adds[1] verified
//@ case: adds[2] verified
//@ case: adds[3] violated
//@ case: given[1] verified
//@ case: given[2] verified
//@ case: numbers[1] verified
//@ case: numbers[2] violated
class SeatsTest {
    enum Size { SMALL, MIDDLE, LARGE }

    static int opened;

    @BeforeAll
    static void open() {
        opened++;
    }

    @AfterAll
    static void close() {
        assertEquals(1, opened);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void pays(int amount) throws InterruptedException {
        Till till = new Till();
        Till.both(() -> till.pay(amount), () -> till.pay(1));
        assertTrue(till.cash() < 4, "only small amounts"); //~ assertion-failure
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = "three")
    void named(String name) {
        assertTrue(name == null || name.isEmpty() || name.equals("three"));
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = "SMALL", mode = EnumSource.Mode.EXCLUDE)
    void sizes(Size size) {
        assertTrue(size.ordinal() > 0);
    }

    @ParameterizedTest
    @ValueSource(ints = 7)
    void sizes(long size) {
        assertEquals(7L, size);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3, SMALL", "0x10, ' 4', 20, LARGE", "1, , 1, MIDDLE"})
    void adds(int a, String b, Long sum, Size size) {
        assertNotNull(b); //~ assertion-failure
        assertEquals(sum, a + Integer.parseInt(b.trim()));
        assertTrue(size == Size.SMALL || size == Size.LARGE);
    }

    static Stream<Arguments> given() {
        return Stream.of(Arguments.of("a", List.of(1)), Arguments.of("b", List.of(2, 3)));
    }

    @ParameterizedTest
    @MethodSource
    void given(String name, List<Integer> numbers) throws InterruptedException {
        int[] sum = new int[1];
        Thread adder = new Thread(() -> numbers.forEach(number -> sum[0] += number));
        adder.start();
        adder.join();
        assertEquals(name.equals("a") ? 1 : 5, sum[0]);
    }

    static IntStream twoNumbers() {
        return IntStream.of(4, 5);
    }

    @ParameterizedTest
    @MethodSource("twoNumbers")
    void numbers(int number) {
        assertEquals(4, number); //~ assertion-failure
    }
}
