package shop;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

/** The order of what runs around a test, seen from a superclass. */
public abstract class AbstractLedgerTest {
    static final List<String> LOG = new ArrayList<>();

    @BeforeClass
    public static void openBase() {
        LOG.add("base class");
    }

    @Before
    public void base() {
        LOG.add("base");
    }

    @After
    public void baseDone() {
        LOG.add("base done");
    }

    @AfterClass
    public static void closeBase() {
        LOG.add("base class done");
        String all = String.join(", ", LOG);
        assertEquals("base class, class, base, own, test, own done, base done, class done, base class done", all);
    }

    @Test
    public void isInherited() {
        LOG.add("test");
    }
}
