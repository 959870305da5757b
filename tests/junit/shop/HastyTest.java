package shop;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/** Tests that their authors gave a time; of JUnit 4, and nested ones of JUnit 5. */
public class HastyTest {
    @Test(timeout = 100)
    public void ends() throws Exception {
        Thread.sleep(5000);
    }

    @Test(timeout = 0)
    public void mayTakeLong() throws Exception {
        Thread.sleep(5000);
    }

    @Test
    public void hasNone() {}

    public static class Ruled {
        @Rule
        public final Timeout timeout = Timeout.millis(100);

        @Test
        public void ends() throws Exception {
            Thread.sleep(5000);
        }
    }

    /** Its own runner runs it. */
    public static class RuledTwice {
        @Rule
        public final TemporaryFolder folder = new TemporaryFolder();

        @Rule
        public final Timeout timeout = Timeout.seconds(100);

        @Test
        public void ends() {}
    }
}
