package dropwire.stress;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Runs tests by a runner on the program's class path: JUnit 4's core for tests of JUnit 3 and 4, else the launcher of the JUnit Platform.
 * Both are called by reflection, because each program brings its own.
 */
public final class Tests {
    private static final String CORE = "org.junit.runner.JUnitCore";
    private static final String LAUNCHER = "org.junit.platform.launcher.";

    private final ClassLoader loader;
    private final Class<?> tests;
    /** The name of a method, or null for all. */
    private final String method;
    private final List<Throwable> failures = new ArrayList<>();
    private long found;

    private Tests(ClassLoader loader, Class<?> tests, String method) {
        this.loader = loader;
        this.tests = tests;
        this.method = method;
    }

    /** Arguments: the class of the tests and, unless all of them are meant, the name of a method. */
    public static void main(String[] args) throws ReflectiveOperationException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> type;
        try {
            type = Class.forName(args[0], false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            Runner.cannotRun(e.toString());
            return;
        }
        Tests tests = new Tests(loader, type, args.length > 1 ? args[1] : null);
        try {
            if (tests.areForCore()) {
                tests.runByCore();
            } else {
                tests.runByLauncher();
            }
        } catch (ClassNotFoundException e) {
            Runner.cannotRun(e.getMessage() + " is not on the class path; add "
                + (tests.areForCore() ? "JUnit 4" : "junit-platform-launcher and the engine of the tests"));
            return;
        } catch (InvocationTargetException e) {
            Runner.cannotRun("JUnit failed: " + e.getCause());
            return;
        }
        tests.failures.forEach(Runner::leaves);
        if (tests.found == 0 && tests.failures.isEmpty()) {
            Runner.cannotRun("JUnit found no such test");
        }
    }

    /** Whether they are tests of JUnit 3 or 4. */
    private boolean areForCore() {
        for (Class<?> type = tests; type != null; type = type.getSuperclass()) {
            if (type.getName().equals("junit.framework.TestCase") || has(type.getAnnotations(), "org.junit.runner.RunWith")) {
                return true;
            }
            for (Method declared : type.getDeclaredMethods()) {
                if (has(declared.getAnnotations(), "org.junit.Test")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean has(Annotation[] annotations, String name) {
        for (Annotation annotation : annotations) {
            if (annotation.annotationType().getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void runByCore() throws ReflectiveOperationException {
        Class<?> core = loader.loadClass(CORE);
        Class<?> requests = loader.loadClass("org.junit.runner.Request");
        Class<?> descriptions = loader.loadClass("org.junit.runner.Description");
        Class<?> results = loader.loadClass("org.junit.runner.Result");
        Object all = requests.getMethod("aClass", Class.class).invoke(null, tests);
        List<Object> wanted = new ArrayList<>();
        if (method == null) {
            wanted.add(all);
        } else {
            Object runner = requests.getMethod("getRunner").invoke(all);
            Object root = loader.loadClass("org.junit.runner.Runner").getMethod("getDescription").invoke(runner);
            for (Object test : named(descriptions, root, new ArrayList<>())) {
                wanted.add(requests.getMethod("filterWith", descriptions).invoke(all, test));
            }
        }
        for (Object request : wanted) {
            Object result = core.getMethod("run", requests).invoke(core.getConstructor().newInstance(), request);
            found += (Integer) results.getMethod("getRunCount").invoke(result);
            keep((Collection<?>) results.getMethod("getFailures").invoke(result), loader.loadClass("org.junit.runner.notification.Failure"));
        }
    }

    /** The tests of the method, each of its cases: {@code sells} or {@code sells[0]}. */
    private List<Object> named(Class<?> descriptions, Object description, List<Object> into) throws ReflectiveOperationException {
        String name = (String) descriptions.getMethod("getMethodName").invoke(description);
        boolean test = (Boolean) descriptions.getMethod("isTest").invoke(description);
        if (test && name != null && (name.equals(method) || name.startsWith(method + "["))) {
            into.add(description);
        }
        for (Object child : (Collection<?>) descriptions.getMethod("getChildren").invoke(description)) {
            named(descriptions, child, into);
        }
        return into;
    }

    private void runByLauncher() throws ReflectiveOperationException {
        Class<?> launchers = loader.loadClass(LAUNCHER + "Launcher");
        Class<?> builders = loader.loadClass(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        Class<?> listeners = loader.loadClass(LAUNCHER + "TestExecutionListener");
        Class<?> summarises = loader.loadClass(LAUNCHER + "listeners.SummaryGeneratingListener");
        Class<?> summaries = loader.loadClass(LAUNCHER + "listeners.TestExecutionSummary");
        Object selected = selected();
        Object builder = builders.getMethod("request").invoke(null);
        builders.getMethod("selectors", selected.getClass()).invoke(builder, selected);
        Object request = builders.getMethod("build").invoke(builder);
        Object launcher = loader.loadClass(LAUNCHER + "core.LauncherFactory").getMethod("create").invoke(null);
        Object listener = summarises.getConstructor().newInstance();
        Object heard = Array.newInstance(listeners, 1);
        Array.set(heard, 0, listener);
        launchers.getMethod("execute", loader.loadClass(LAUNCHER + "LauncherDiscoveryRequest"), heard.getClass())
            .invoke(launcher, request, heard);
        Object summary = summarises.getMethod("getSummary").invoke(listener);
        found += (Long) summaries.getMethod("getTestsFoundCount").invoke(summary);
        keep((Collection<?>) summaries.getMethod("getFailures").invoke(summary),
            loader.loadClass(LAUNCHER + "listeners.TestExecutionSummary$Failure"));
    }

    /** Selectors of the class, or of all its methods of the name: which of them are tests is the engine's to say. */
    private Object selected() throws ReflectiveOperationException {
        Class<?> selectors = loader.loadClass("org.junit.platform.engine.discovery.DiscoverySelectors");
        List<Object> all = new ArrayList<>();
        if (method == null) {
            all.add(selectors.getMethod("selectClass", Class.class).invoke(null, tests));
        }
        for (Class<?> type = tests; type != null && method != null; type = type.getSuperclass()) {
            for (Method declared : type.getDeclaredMethods()) {
                if (declared.getName().equals(method) && !declared.isSynthetic()) {
                    all.add(selectors.getMethod("selectMethod", Class.class, Method.class).invoke(null, tests, declared));
                }
            }
        }
        Object array = Array.newInstance(loader.loadClass("org.junit.platform.engine.DiscoverySelector"), all.size());
        for (int at = 0; at < all.size(); at++) {
            Array.set(array, at, all.get(at));
        }
        return array;
    }

    private void keep(Collection<?> failed, Class<?> type) throws ReflectiveOperationException {
        for (Object failure : failed) {
            failures.add((Throwable) type.getMethod("getException").invoke(failure));
        }
    }
}
