import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.jupiter.api.DisplayName;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the generated tests of classes by the JUnit Platform, and prints what JaCoCo measures of each method while its own tests run, each time in
 * classes that are loaded anew:
 *
 * <pre>
 * test CLASS METHOD THROWN           what became of a test: a class, or passes
 * line CLASS METHOD NUMBER EXECUTED BRANCHES OF
 *                                    whether a line was executed, how many branches it took and how many it has
 * </pre>
 *
 * The arguments: the folder of the classes, the folder of their tests, and the names of the classes.
 */
public class Coverage {
    public static void main(String[] args) throws Exception {
        Path[] folders = {Path.of(args[0]), Path.of(args[1])};
        for (String subject : Arrays.asList(args).subList(2, args.length)) {
            byte[] original = Files.readAllBytes(folders[0].resolve(subject + ".class"));
            for (String method : methodsWithTests(folders, subject)) {
                ExecutionDataStore executed = run(folders, subject, method);
                print(method, analyzed(original, subject, executed));
            }
        }
    }

    /** The names of the methods that have tests: {@code add} of {@code add1} and {@code add2}. */
    private static List<String> methodsWithTests(Path[] folders, String subject) throws ReflectiveOperationException {
        Class<?> tests = new Loader(folders, null, null).loadClass(subject + "GeneratedTest");
        List<String> methods = new ArrayList<>();
        for (Method method : new Loader(folders, null, null).loadClass(subject).getDeclaredMethods()) {
            boolean hasTests = false;
            for (Method test : tests.getDeclaredMethods()) {
                hasTests |= isTestOf(test, method.getName());
            }
            if (hasTests && methods.contains(method.getName())) {
                throw new IllegalArgumentException(subject + " has two methods " + method.getName());
            }
            if (hasTests) {
                methods.add(method.getName());
            }
        }
        methods.sort(null);
        return methods;
    }

    private static boolean isTestOf(Method test, String method) {
        DisplayName name = test.getAnnotation(DisplayName.class);
        return name != null && name.value().startsWith(method + "(");
    }

    /** Which probes of a class the tests of one method hit. */
    private static ExecutionDataStore run(Path[] folders, String subject, String method) throws Exception {
        IRuntime runtime = new LoggerRuntime();
        RuntimeData data = new RuntimeData();
        runtime.startup(data);
        Loader loader = new Loader(folders, new Instrumenter(runtime), subject);
        Class<?> tests = loader.loadClass(subject + "GeneratedTest");
        List<DiscoverySelector> selected = new ArrayList<>();
        for (Method test : tests.getDeclaredMethods()) {
            if (isTestOf(test, method)) {
                selected.add(DiscoverySelectors.selectMethod(tests, test));
            }
        }
        Thread.currentThread().setContextClassLoader(loader);
        Launcher launcher = LauncherFactory.create();
        launcher.execute(LauncherDiscoveryRequestBuilder.request().selectors(selected).build(), new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                String thrown = result.getThrowable().map(one -> one.getClass().getName()).orElse("passes");
                if (test.isTest()) {
                    System.out.println("test " + subject + " " + method + " " + thrown);
                }
            }
        });
        ExecutionDataStore executed = new ExecutionDataStore();
        data.collect(executed, new SessionInfoStore(), false);
        runtime.shutdown();
        return executed;
    }

    private static IClassCoverage analyzed(byte[] original, String subject, ExecutionDataStore executed) throws IOException {
        CoverageBuilder coverage = new CoverageBuilder();
        new Analyzer(executed, coverage).analyzeAll(new ByteArrayInputStream(original), subject);
        return coverage.getClasses().iterator().next();
    }

    private static void print(String name, IClassCoverage of) {
        for (IMethodCoverage method : of.getMethods()) {
            if (method.getName().equals(name)) {
                for (int number = method.getFirstLine(); number <= method.getLastLine(); number++) {
                    ILine line = method.getLine(number);
                    if (line.getInstructionCounter().getTotalCount() > 0) {
                        ICounter branches = line.getBranchCounter();
                        System.out.println("line " + of.getName() + " " + name + " " + number
                                + " " + (line.getInstructionCounter().getCoveredCount() > 0)
                                + " " + branches.getCoveredCount() + " " + branches.getTotalCount());
                    }
                }
            }
        }
    }

    /** Defines the classes of two folders itself, and one of them with probes. */
    private static class Loader extends ClassLoader {
        private final Path[] folders;
        private final Instrumenter instrumenter;
        private final String measured;

        Loader(Path[] folders, Instrumenter instrumenter, String measured) {
            this.folders = folders;
            this.instrumenter = instrumenter;
            this.measured = measured;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                for (Path folder : folders) {
                    Path file = folder.resolve(name.replace('.', '/') + ".class");
                    if (Files.exists(file)) {
                        return define(name, file);
                    }
                }
                return super.loadClass(name, resolve);
            }
        }

        private Class<?> define(String name, Path file) throws ClassNotFoundException {
            try {
                byte[] bytes = Files.readAllBytes(file);
                if (name.equals(measured)) {
                    bytes = instrumenter.instrument(bytes, name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
