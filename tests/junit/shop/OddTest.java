package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.Rule;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.rules.TemporaryFolder;

//@ case: isTold incomplete a parameter of type org.junit.jupiter.api.TestInfo
//@ case: makesTests incomplete @TestFactory
//@ case: onSomeSystems incomplete org.junit.jupiter.api.condition.EnabledOnOsCondition
//@ case: $Extended#runs incomplete the extension shop.OddTest.Clock
//@ case: $WithFolder#runs incomplete @TempDir `folder`
//@ case: $Ruled#runs incomplete the rule `folder` (org.junit.rules.TemporaryFolder)
class OddTest {
    static class Clock implements Extension {}

    @Test
    void isTold(TestInfo info) {
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
        Path folder;

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
