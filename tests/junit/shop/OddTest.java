package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.Rule;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.rules.TemporaryFolder;

//@ case: isReported incomplete a parameter of type org.junit.jupiter.api.TestReporter
//@ case: makesTests[1] verified
//@ case: onSomeSystems incomplete org.junit.jupiter.api.condition.EnabledOnOsCondition
//@ case: $Extended#runs incomplete the extension shop.OddTest.Clock
//@ case: $WithFolder#runs incomplete @TempDir `folder` is neither a Path nor a File: java.lang.String
//@ case: isRepeated incomplete wants a RepetitionInfo, but no @RepeatedTest is run
//@ case: isToldOfCases[1] incomplete the TestInfo of a parameterized test
//@ case: $Ruled#runs incomplete the rule `folder` (org.junit.rules.TemporaryFolder)
class OddTest {
    static class Clock implements Extension {}

    @Test
    void isReported(TestReporter reporter) {
        assertTrue(reporter != null);
    }

    @Test
    void isRepeated(RepetitionInfo info) {
        assertTrue(info != null);
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    void isToldOfCases(int number, TestInfo info) {
        assertTrue(info != null);
    }

    @TestFactory
    DynamicTest makesTests() {
        return DynamicTest.dynamicTest("one", () -> {});
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void onSomeSystems() {}

    @Nested
    @ExtendWith(Clock.class)
    class Extended {
        @Test
        void runs() {}
    }

    @Nested
    class WithFolder {
        @TempDir
        String folder;

        @Test
        void runs() {}
    }

    @Nested
    class Ruled {
        @Rule
        public TemporaryFolder folder = new TemporaryFolder();

        @Test
        void runs() {}
    }
}
