package shop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of JUnit 5 that their authors gave a time. */
class HastyTests {
    @Retention(RetentionPolicy.RUNTIME)
    @Timeout(1)
    @interface Soon {}

    @Timeout(1)
    static class Hurried {}

    @Test
    @Timeout(1)
    void ends() throws Exception {
        Thread.sleep(5000);
    }

    @Test
    @Soon
    void endsSoon() {}

    @Test
    void hasNone() {}

    @Nested
    class Inherited extends Hurried {
        @Test
        void ends() {}
    }

    @Nested
    class Prepared {
        @BeforeEach
        @Timeout(1)
        void prepare() {}

        @Test
        void ends() {}
    }
}
