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

//@ case: isReported verified
//@ case: makesTests[1] verified
//@ case: onSomeSystems incomplete Disabled on operating system
//@ case: $Extended#runs verified
//@ case: $WithFolder#runs violated
//@ case: isRepeated violated
//@ case: isToldOfCases[1] verified
//@ case: $Ruled#runs verified
class OddTest {
    static class Clock implements Extension {}

    @Test
    void isReported(TestReporter reporter) {
        assertTrue(reporter != null);
    }

    @Test
    void isRepeated(RepetitionInfo info) {
        assertTrue(info != null); //~ uncaught-exception "No ParameterResolver registered"
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
        void runs() {} //~ uncaught-exception "Can only resolve @TempDir field of type"
    }

    @Nested
    class Ruled {
        @Rule
        public TemporaryFolder folder = new TemporaryFolder();

        @Test
        void runs() {}
    }
}
