package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

//@ case: knowsItsName verified
//@ case: knowsItsTags verified
//@ case: isTheOneThatRuns verified
//@ case: counts[1] verified
//@ case: counts[2] violated
//@ case: saysHow[1] verified
//@ case: $Inside#isNested verified
@Tag("all")
class ToldTest {
    private final String told;
    private String before;

    ToldTest(TestInfo info) {
        told = info.getDisplayName();
    }

    @BeforeAll
    static void once(TestInfo info) {
        assertEquals("ToldTest", info.getDisplayName());
        assertFalse(info.getTestMethod().isPresent());
        assertTrue(info.getTags().contains("all"));
    }

    @BeforeEach
    void remember(TestInfo info) {
        before = info.getDisplayName();
        assertEquals(told, before);
    }

    @AfterEach
    void compare(TestInfo info) {
        assertEquals(before, info.getDisplayName());
    }

    @Test
    void knowsItsName(TestInfo info) {
        assertEquals("knowsItsName(TestInfo)", info.getDisplayName());
        assertEquals(ToldTest.class, info.getTestClass().get());
    }

    @Test
    @DisplayName("tags of the class and of the test")
    @Tag("one")
    @Tag("two")
    void knowsItsTags(TestInfo info) {
        assertEquals("tags of the class and of the test", before);
        assertEquals(new HashSet<>(Arrays.asList("all", "one", "two")), info.getTags());
    }

    @Test
    void isTheOneThatRuns(TestInfo info) throws Exception {
        assertEquals(ToldTest.class.getDeclaredMethod("isTheOneThatRuns", TestInfo.class), info.getTestMethod().get());
    }

    @RepeatedTest(2)
    void counts(RepetitionInfo repetition, TestInfo info) {
        assertEquals(2, repetition.getTotalRepetitions());
        assertEquals("repetition " + repetition.getCurrentRepetition() + " of 2", info.getDisplayName());
        assertEquals(1, repetition.getCurrentRepetition()); //~ assertion-failure
    }

    @RepeatedTest(value = 1, name = "{displayName}: {currentRepetition}/{totalRepetitions}")
    void saysHow(TestInfo info) {
        assertEquals("saysHow(TestInfo): 1/1", info.getDisplayName());
    }

    @Nested
    class Inside {
        private final TestInfo given;

        Inside(TestInfo given) {
            this.given = given;
        }

        @Test
        void isNested(TestInfo info) {
            assertEquals(Inside.class, info.getTestClass().get());
            assertEquals(given.getDisplayName(), info.getDisplayName());
        }
    }
}
