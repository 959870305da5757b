package dropwire.junit;

import java.util.ArrayList;
import java.util.List;
import org.junit.internal.AssumptionViolatedException;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.manipulation.Filterable;
import org.junit.runner.manipulation.NoTestsRemainException;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunNotifier;

/**
 * Runs one case of a JUnit 4 test by the runner of its class, so that runners and rules do what they do elsewhere.
 * What the runner reports leaves {@link #run} as it was thrown.
 */
public final class OwnRunner extends RunListener {
    private Throwable failure;
    private Throwable unmet;
    private boolean ignored;
    private boolean finished;

    private OwnRunner() {}

    /** The cases of a test, in the order of the runner. */
    public static Object[] cases(Class<?> test, String method) throws Throwable {
        Runner runner = runner(test);
        List<Description> cases = casesOf(runner.getDescription(), method);
        if (cases.isEmpty()) {
            // A class that cannot be run says why when it is run.
            OwnRunner heard = new OwnRunner();
            if (isInitializationError(runner.getDescription())) {
                heard.hear(runner);
            }
            throw heard.failure != null ? heard.failure : refused("the runner " + name(runner) + " lists no such test");
        }
        return cases.toArray();
    }

    /** Runs the case with this number, from 1; 0 is the only one. */
    public static void run(Class<?> test, String method, int number) throws Throwable {
        Runner runner = runner(test);
        List<Description> cases = casesOf(runner.getDescription(), method);
        if (cases.size() < Math.max(number, 1) || number == 0 && cases.size() > 1) {
            throw refused("the runner " + name(runner) + " lists " + cases.size() + " cases of this test, and other ones before");
        }
        Description wanted = cases.get(Math.max(number, 1) - 1);
        if (!(runner instanceof Filterable)) {
            throw refused("the runner " + name(runner) + " cannot run one test alone: it is no " + Filterable.class.getName());
        }
        try {
            ((Filterable) runner).filter(Filter.matchMethodDescription(wanted));
        } catch (NoTestsRemainException none) {
            throw refused("the runner " + name(runner) + " does not know its own test " + wanted);
        }
        OwnRunner heard = new OwnRunner();
        heard.hear(runner);
        if (heard.failure != null) {
            throw heard.failure;
        }
        if (heard.unmet != null) {
            throw heard.unmet;
        }
        if (heard.ignored) {
            throw new AssumptionViolatedException(name(runner) + " ignores " + wanted);
        }
        if (!heard.finished) {
            throw refused("the runner " + name(runner) + " did not run " + wanted);
        }
    }

    /** Ends the path as one that was not checked, for this reason. */
    private static native Error refused(String why);

    private static String name(Runner runner) {
        return runner.getClass().getName();
    }

    private static Runner runner(Class<?> test) {
        return Request.classWithoutSuiteMethod(test).getRunner();
    }

    private void hear(Runner runner) {
        RunNotifier notifier = new RunNotifier();
        notifier.addListener(this);
        runner.run(notifier);
    }

    private static List<Description> casesOf(Description all, String method) {
        List<Description> found = new ArrayList<>();
        add(all, method, found);
        return found;
    }

    /** Runners that run a method many times add to its name: {@code adds[0]}, {@code adds(int)}. */
    private static void add(Description one, String method, List<Description> to) {
        if (one.isTest()) {
            String name = one.getMethodName();
            boolean more = name != null
                    && name.startsWith(method)
                    && (name.length() == method.length() || !Character.isJavaIdentifierPart(name.charAt(method.length())));
            if (more) {
                to.add(one);
            }
        }
        for (Description child : one.getChildren()) {
            add(child, method, to);
        }
    }

    private static boolean isInitializationError(Description all) {
        if (all.isTest()) {
            return "initializationError".equals(all.getMethodName());
        }
        for (Description child : all.getChildren()) {
            if (isInitializationError(child)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void testFailure(Failure reported) {
        if (failure == null) {
            failure = reported.getException();
        }
    }

    @Override
    public void testAssumptionFailure(Failure reported) {
        if (unmet == null) {
            unmet = reported.getException();
        }
    }

    @Override
    public void testIgnored(Description test) {
        ignored = true;
    }

    @Override
    public void testFinished(Description test) {
        finished = true;
    }
}
