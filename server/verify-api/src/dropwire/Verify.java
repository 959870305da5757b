package dropwire;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What a program says to a model checker.
 *
 * <p>Dropwire explores every value of a choice, together with every interleaving of threads. On an ordinary JVM a choice is
 * made at random, so that a program that uses this class runs there as well.
 *
 * <p>Threads choose by themselves: what one of them chooses is seen by others only through what it then does.
 */
public final class Verify {
    private Verify() {
    }

    /** Apart, so that this class has nothing to initialise: that would be a step of its own. */
    private static final class Counters {
        static final AtomicIntegerArray COUNTED = new AtomicIntegerArray(1_000);
    }

    /**
     * Whether a model checker runs the program.
     *
     * @return false on an ordinary JVM, and in {@code dropwire run}
     */
    public static boolean isChecked() {
        return false;
    }

    /**
     * Both truth values, {@code false} first.
     *
     * @return one of them
     */
    public static boolean getBoolean() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    /**
     * Both truth values.
     *
     * @param falseFirst whether {@code false} is explored first
     * @return one of them
     */
    public static boolean getBoolean(boolean falseFirst) {
        return getBoolean();
    }

    /**
     * The same as {@link #getBoolean()}.
     *
     * @return a truth value
     */
    public static boolean randomBool() {
        return getBoolean();
    }

    /**
     * All numbers from 0 to {@code last}, which is one of them.
     *
     * @param last the last number
     * @return one of them
     */
    public static int random(int last) {
        return getInt(0, last);
    }

    /**
     * All numbers between two ends, which are among them and may come in either order.
     *
     * @param first one end
     * @param last the other end
     * @return one of them
     */
    public static int getInt(int first, int last) {
        return (int) getLong(first, last);
    }

    /**
     * All numbers between two ends, which are among them and may come in either order.
     *
     * @param first one end
     * @param last the other end
     * @return one of them
     */
    public static long getLong(long first, long last) {
        long low = Math.min(first, last);
        long high = Math.max(first, last);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (high < Long.MAX_VALUE) {
            return random.nextLong(low, high + 1);
        }
        return low > Long.MIN_VALUE ? random.nextLong(low - 1, high) + 1 : random.nextLong();
    }

    /**
     * All of some numbers, in their order.
     *
     * @param values the numbers, at least one
     * @return one of them
     */
    public static int getIntFromList(int... values) {
        return values[place(values.length)];
    }

    /**
     * All of some numbers, in their order.
     *
     * @param values the numbers, at least one
     * @return one of them
     */
    public static long getLongFromList(long... values) {
        return values[place(values.length)];
    }

    /**
     * All of some numbers, in their order.
     *
     * @param values the numbers, at least one
     * @return one of them
     */
    public static float getFloatFromList(float... values) {
        return values[place(values.length)];
    }

    /**
     * All of some numbers, in their order.
     *
     * @param values the numbers, at least one
     * @return one of them
     */
    public static double getDoubleFromList(double... values) {
        return values[place(values.length)];
    }

    /**
     * The values that the configuration gives a name: {@code [choice.NAME]} in {@code dropwire.toml}. On an ordinary JVM one of
     * those in the property {@code choice.NAME}, with commas between them.
     *
     * @param name the name
     * @return one of the values
     */
    public static boolean getBoolean(String name) {
        return Boolean.parseBoolean(named(name));
    }

    /**
     * The values that the configuration gives a name: {@code [choice.NAME]} in {@code dropwire.toml}. On an ordinary JVM one of
     * those in the property {@code choice.NAME}, with commas between them.
     *
     * @param name the name
     * @return one of the values
     */
    public static int getInt(String name) {
        return Integer.parseInt(named(name));
    }

    /**
     * The values that the configuration gives a name: {@code [choice.NAME]} in {@code dropwire.toml}. On an ordinary JVM one of
     * those in the property {@code choice.NAME}, with commas between them.
     *
     * @param name the name
     * @return one of the values
     */
    public static long getLong(String name) {
        return Long.parseLong(named(name));
    }

    /**
     * The values that the configuration gives a name: {@code [choice.NAME]} in {@code dropwire.toml}. On an ordinary JVM one of
     * those in the property {@code choice.NAME}, with commas between them.
     *
     * @param name the name
     * @return one of the values
     */
    public static float getFloat(String name) {
        return Float.parseFloat(named(name));
    }

    /**
     * The values that the configuration gives a name: {@code [choice.NAME]} in {@code dropwire.toml}. On an ordinary JVM one of
     * those in the property {@code choice.NAME}, with commas between them.
     *
     * @param name the name
     * @return one of the values
     */
    public static double getDouble(String name) {
        return Double.parseDouble(named(name));
    }

    private static String named(String name) {
        String values = System.getProperty("choice." + name);
        if (values == null) {
            throw new IllegalStateException("no property choice." + name + " says what to choose among");
        }
        String[] all = values.split(",");
        return all[place(all.length)].trim();
    }

    private static int place(int length) {
        if (length == 0) {
            throw new IllegalArgumentException("a choice between no values");
        }
        return ThreadLocalRandom.current().nextInt(length);
    }

    /**
     * Runs on which the condition holds do not count: they end here, and nothing is found on them after this.
     *
     * <p>What was found before counts. A verdict lists that there were such runs. On an ordinary JVM the condition is not looked at.
     *
     * @param condition whether to ignore the run
     */
    public static void ignoreIf(boolean condition) {
    }

    /**
     * From here on no other thread moves, until {@link #endAtomic()} in the same method or until this method returns. That the thread
     * blocks in between is a finding. Blocks of one method do not nest. On an ordinary JVM nothing happens.
     */
    public static void beginAtomic() {
    }

    /** The end of what {@link #beginAtomic()} began. */
    public static void endAtomic() {
    }

    /** Other threads may move here, though this thread does nothing that they could notice. */
    public static void breakTransition() {
    }

    /**
     * What all runs so far have counted together. It depends on the order in which they are explored, which a verdict lists.
     *
     * @param counter a number from 0 to 999
     * @return how far it was counted
     */
    public static int getCounter(int counter) {
        return Counters.COUNTED.get(counter);
    }

    /**
     * Counts on.
     *
     * @param counter a number from 0 to 999
     * @return how far it is counted now
     */
    public static int incrementCounter(int counter) {
        return Counters.COUNTED.incrementAndGet(counter);
    }

    /**
     * Begins to count from 0 again.
     *
     * @param counter a number from 0 to 999
     */
    public static void resetCounter(int counter) {
        Counters.COUNTED.set(counter, 0);
    }

    /**
     * Does each of some tasks in a thread of its own, and waits until all are done.
     *
     * @param tasks what to do
     */
    public static void parallel(Runnable... tasks) {
        Thread[] threads = new Thread[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            threads[i] = new Thread(tasks[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while tasks run", e);
            }
        }
    }
}
