package shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.ClassRule;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;
import org.junit.rules.ExpectedException;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.TestName;
import org.junit.rules.TestRule;
import org.junit.runners.model.Statement;

//@ case: writesFiles verified
//@ case: throwsAsExpected verified
//@ case: throwsNothing violated
//@ case: knowsItsName verified
//@ case: collects violated
//@ case: isStarted verified
//@ case: isAroundTheTest violated
//@ case: racesInARule violated
//@ skipped: isIgnored
public class RuledTest {
    static int resources;

    @ClassRule
    public static final ExternalResource RESOURCE = new ExternalResource() {
        @Override
        protected void before() {
            resources++;
        }

        @Override
        protected void after() {
            resources--;
        }
    };

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Rule
    @SuppressWarnings("deprecation")
    public final ExpectedException thrown = ExpectedException.none();

    @Rule
    public final TestName name = new TestName();

    @Rule
    public final ErrorCollector errors = new ErrorCollector();

    private int around;

    @Rule
    public TestRule around() {
        return (base, description) -> new Statement() {
            @Override
            public void evaluate() throws Throwable {
                around = 1;
                base.evaluate();
                assertTrue(around == 1); //~ assertion-failure
            }
        };
    }

    @Test
    public void writesFiles() throws IOException {
        File file = folder.newFile("till.txt");
        assertTrue(file.exists());
    }

    @Test
    public void throwsAsExpected() {
        thrown.expect(IllegalStateException.class);
        thrown.expectMessage("closed");
        throw new IllegalStateException("closed");
    }

    @Test
    public void throwsNothing() {
        thrown.expect(IllegalStateException.class); //~ assertion-failure "Expected test to throw"
    }

    @Test
    public void knowsItsName() {
        assertEquals("knowsItsName", name.getMethodName());
    }

    @Test
    public void collects() {
        errors.addError(new IllegalArgumentException("first")); //~ uncaught-exception "first"
    }

    @Test
    public void isStarted() {
        assertEquals(1, resources);
    }

    @Test
    public void isAroundTheTest() {
        around = 2;
    }

    @Test
    public void racesInARule() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            around = 1; //~ data-race "around"
            done.countDown();
        }).start();
        around = 1;
        done.await();
    }

    @Test
    @Ignore("not yet")
    public void isIgnored() {}
}
