package shop;

import org.junit.Ignore;
import org.junit.Test;
import org.junit.runner.Description;
import org.junit.runner.RunWith;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.manipulation.Filterable;
import org.junit.runner.notification.RunNotifier;

/** Runners that cannot run one test alone, or run none: nothing was checked. */
public class AloneTest {
    /** Runs all tests of a class or none. */
    public static class Together extends Runner {
        private final Class<?> test;

        public Together(Class<?> test) {
            this.test = test;
        }

        @Override
        public Description getDescription() {
            Description all = Description.createSuiteDescription(test);
            all.addChild(Description.createTestDescription(test, "opens"));
            return all;
        }

        @Override
        public void run(RunNotifier notifier) {
            throw new AssertionError("is never asked to run them all");
        }
    }

    /** Says that it can run one test, and does not. */
    public static class RunsNothing extends Together implements Filterable {
        public RunsNothing(Class<?> test) {
            super(test);
        }

        @Override
        public void filter(Filter filter) {}

        @Override
        public void run(RunNotifier notifier) {}
    }

    /** Passes its test over, and says so. */
    public static class Ignores extends RunsNothing {
        public Ignores(Class<?> test) {
            super(test);
        }

        @Override
        public void run(RunNotifier notifier) {
            notifier.fireTestIgnored(getDescription().getChildren().get(0));
        }
    }

    @RunWith(Together.class)
    public static class Whole {
        @Test
        public void opens() {}
    }

    @RunWith(RunsNothing.class)
    public static class Silent {
        @Test
        public void opens() {}
    }

    @RunWith(Ignores.class)
    public static class Left {
        @Test
        public void opens() {}
    }
}
