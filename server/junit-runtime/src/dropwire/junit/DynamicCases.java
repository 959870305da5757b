package dropwire.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/** The tests that a method with {@code @TestFactory} makes, those in containers too. */
public final class DynamicCases {
    private DynamicCases() {}

    /** All of them, in order. */
    public static Object[] cases(Object test, Class<?> declaring, String factory) throws Throwable {
        return all(test, declaring, factory).toArray();
    }

    /** Runs the one with this number, from 1. */
    public static void run(Object test, Class<?> declaring, String factory, int number) throws Throwable {
        List<DynamicTest> all = all(test, declaring, factory);
        if (number < 1 || number > all.size()) {
            throw new TestAbortedException(factory + " makes " + all.size() + " tests");
        }
        all.get(number - 1).getExecutable().execute();
    }

    private static List<DynamicTest> all(Object test, Class<?> declaring, String factory) throws Throwable {
        Method method = declaring.getDeclaredMethod(factory);
        method.setAccessible(true);
        List<DynamicTest> found = new ArrayList<>();
        try {
            add(method.invoke(test), found);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
        return found;
    }

    private static void add(Object made, List<DynamicTest> to) {
        if (made instanceof DynamicTest) {
            to.add((DynamicTest) made);
        } else if (made instanceof DynamicContainer) {
            add(((DynamicContainer) made).getChildren(), to);
        } else if (made instanceof Stream) {
            add(((Stream<?>) made).iterator(), to);
        } else if (made instanceof Iterable) {
            add(((Iterable<?>) made).iterator(), to);
        } else if (made instanceof DynamicNode[]) {
            add(Arrays.asList((DynamicNode[]) made), to);
        } else if (made instanceof Iterator) {
            for (Iterator<?> each = (Iterator<?>) made; each.hasNext(); ) {
                add(each.next(), to);
            }
        } else {
            throw new IllegalArgumentException("no dynamic test: " + made);
        }
    }
}
