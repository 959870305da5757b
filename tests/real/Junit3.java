import java.lang.reflect.Modifier;
import java.util.Collections;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** Runs one test of JUnit 3 with what is before and after it. Without a method it lists the tests of classes. */
public final class Junit3 {
    public static void main(String[] arguments) throws Throwable {
        if (arguments[0].equals("--list")) {
            for (int i = 1; i < arguments.length; i++) {
                list(Class.forName(arguments[i], false, Junit3.class.getClassLoader()));
            }
            return;
        }
        Class<?> tests = Class.forName(arguments[0]);
        ((TestCase) TestSuite.createTest(tests, arguments[1])).runBare();
    }

    private static void list(Class<?> tests) {
        if (!TestCase.class.isAssignableFrom(tests) || Modifier.isAbstract(tests.getModifiers())) {
            return;
        }
        for (Test test : Collections.list(new TestSuite(tests).tests())) {
            // Besides tests there are warnings, of classes without any.
            if (test.getClass() == tests) {
                System.out.println(tests.getName() + " " + ((TestCase) test).getName());
            }
        }
    }
}
