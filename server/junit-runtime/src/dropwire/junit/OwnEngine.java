package dropwire.junit;

import java.util.function.Supplier;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

/**
 * Runs a JUnit 5 test by the engine of JUnit, so that extensions do what they do elsewhere. What the engine reports leaves
 * {@link #run} as it was thrown.
 */
public final class OwnEngine implements TestExecutionListener {
    private Throwable failure;
    private Throwable unmet;
    private String skipped;
    private boolean finished;

    private OwnEngine() {}

    /** Runs the test, all its invocations if they are several, or the one with this number, from 1; 0 is no number. */
    public static void run(Class<?> test, String method, String parameterTypes, int number) throws Throwable {
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build());
        DiscoverySelector whole = DiscoverySelectors.selectMethod(test, method, parameterTypes);
        TestPlan plan = launcher.discover(request(whole));
        if (number > 0) {
            String invocation = "/[test-template-invocation:#" + number + "]";
            plan = launcher.discover(request(DiscoverySelectors.selectUniqueId(idOf(plan, method) + invocation)));
        }
        OwnEngine heard = new OwnEngine();
        launcher.execute(plan, heard);
        if (heard.failure != null) {
            throw heard.failure;
        }
        if (heard.finished) {
            return;
        }
        if (heard.unmet != null) {
            throw heard.unmet;
        }
        if (heard.skipped != null) {
            throw new TestAbortedException(heard.skipped);
        }
        throw refused("JUnit's engine ran no test of " + test.getName() + "." + method);
    }

    /** Ends the path as one that was not checked, for this reason. */
    private static native Error refused(String why);

    /** One test has nothing that could run beside it. */
    private static LauncherDiscoveryRequest request(DiscoverySelector selector) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selector)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
    }

    private static String idOf(TestPlan plan, String method) {
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier each : plan.getDescendants(root)) {
                boolean same = each.getSource()
                        .filter(source -> source instanceof MethodSource
                                && ((MethodSource) source).getMethodName().equals(method))
                        .isPresent();
                if (same) {
                    return each.getUniqueId();
                }
            }
        }
        throw refused("JUnit's engine does not know the test " + method);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Supplier<Throwable> unknown = () -> new AssertionError(test.getDisplayName() + " failed");
        if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            finished |= test.isTest();
        } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            unmet = unmet != null ? unmet : result.getThrowable().orElseGet(unknown);
        } else {
            failure = failure != null ? failure : result.getThrowable().orElseGet(unknown);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped = reason;
    }
}
