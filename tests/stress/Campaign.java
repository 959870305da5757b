import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs programs that are said to have no defect many times, each run in a class loader of its own, and tells what fails: a throwable
 * that leaves a thread, or threads that wait for each other. Their code is as it is; threads are held up from outside.
 */
public class Campaign {
    /** After so many failing runs a program is known to be wrong. */
    private static final int MOST_FAILURES = 3;
    /** A run that takes longer is given up: it says nothing. */
    private static final long PATIENCE = 20_000_000_000L;
    private static final PrintStream OUT = System.out;

    private static final Map<String, byte[]> CLASSES = new ConcurrentHashMap<>();
    private static final Map<ThreadGroup, Queue<String>> FAILURES = new ConcurrentHashMap<>();

    /** Arguments: the folder of the classes, how often each program runs, seconds for each, then for each its class and its arguments, by tabs. */
    public static void main(String[] args) throws Exception {
        Path classes = Path.of(args[0]);
        int runs = Integer.parseInt(args[1]);
        long seconds = Long.parseLong(args[2]);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Thread.setDefaultUncaughtExceptionHandler(Campaign::died);
        startNoise();
        for (String program : Arrays.asList(args).subList(3, args.length)) {
            many(classes, program.split("\t"), runs, seconds);
        }
        OUT.flush();
        // Threads that are stuck do not keep us, nor do hooks that programs left.
        Runtime.getRuntime().halt(0);
    }

    private static void many(Path classes, String[] program, int runs, long seconds) throws Exception {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        Map<String, Integer> failures = new TreeMap<>();
        int done = 0;
        int failed = 0;
        for (; done < runs && System.nanoTime() < end && failed < MOST_FAILURES; done++) {
            Queue<String> failure = once(classes, program);
            failed += failure.isEmpty() ? 0 : 1;
            failure.forEach(what -> failures.merge(what, 1, Integer::sum));
        }
        OUT.println("RUNS\t" + program[0] + "\t" + done);
        failures.forEach((what, times) -> OUT.println("FAILED\t" + program[0] + "\t" + times + "\t" + what));
        OUT.flush();
    }

    /** What went wrong in one run. */
    private static Queue<String> once(Path classes, String[] program) throws Exception {
        ThreadGroup group = new ThreadGroup(program[0]);
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        FAILURES.put(group, failures);
        Set<Thread> before = new HashSet<>(alive(group.getParent()));
        Loader loader = new Loader(classes);
        loader.setDefaultAssertionStatus(true);
        Thread main = new Thread(group, () -> start(loader, program), "main");
        main.setContextClassLoader(loader);
        main.start();
        long begun = System.nanoTime();
        int quiet = 0;
        long waits = 0;
        for (int round = 0; ; round++) {
            List<Thread> mine = alive(group);
            mine.removeIf(Thread::isDaemon);
            if (mine.isEmpty()) {
                break;
            }
            hold(group);
            // Nobody runs, nobody has run since the last look, and nobody else can wake them.
            boolean moves = mine.stream().anyMatch(t -> !waits(t)) || outsidersMove(group, before);
            long waitsNow = moves ? waits : countWaits(mine);
            quiet = moves || waitsNow != waits ? 0 : quiet + 1;
            waits = waitsNow;
            if (quiet == 60) {
                failures.add("STUCK " + places(mine));
                break;
            }
            if (System.nanoTime() - begun > PATIENCE) {
                failures.add("NO END " + places(mine));
                break;
            }
            if (round < 200 && quiet == 0) {
                Thread.onSpinWait();
            } else {
                Thread.sleep(quiet > 0 ? 5 : 1);
            }
        }
        FAILURES.remove(group);
        return failures;
    }

    private static void start(Loader loader, String[] program) {
        try {
            Class<?> main = loader.loadClass(program[0]);
            var method = main.getDeclaredMethod("main", String[].class);
            method.setAccessible(true);
            method.invoke(null, (Object) Arrays.copyOfRange(program, 1, program.length));
        } catch (java.lang.reflect.InvocationTargetException e) {
            died(Thread.currentThread(), e.getCause());
        } catch (ReflectiveOperationException e) {
            died(Thread.currentThread(), e);
        }
    }

    private static void died(Thread thread, Throwable why) {
        if (why instanceof ThreadDeath) {
            return;
        }
        for (ThreadGroup group = thread.getThreadGroup(); group != null; group = group.getParent()) {
            Queue<String> failures = FAILURES.get(group);
            if (failures != null) {
                StackTraceElement[] stack = why.getStackTrace();
                failures.add(why + (stack.length > 0 ? " at " + stack[0] : ""));
                return;
            }
        }
    }

    /** Stops one thread for a moment wherever it is, so that the others overtake it there. */
    @SuppressWarnings({"deprecation", "removal"})
    private static void hold(ThreadGroup group) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(3) > 0) {
            return;
        }
        List<Thread> threads = alive(group);
        if (threads.isEmpty()) {
            return;
        }
        Thread held = threads.get(random.nextInt(threads.size()));
        long until = System.nanoTime() + random.nextInt(random.nextInt(8) == 0 ? 400_000 : 30_000);
        try {
            held.suspend();
        } catch (UnsupportedOperationException | LinkageError e) {
            // Later releases do not stop threads any more.
            return;
        }
        // Nothing here may need a lock that the held thread may have.
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        held.resume();
    }

    /** Threads that come and go, and take the processor from the others. */
    private static void startNoise() {
        Thread noise = new Thread(() -> {
            while (true) {
                long random = ThreadLocalRandom.current().nextInt(200_000);
                long until = System.nanoTime() + random;
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                try {
                    Thread.sleep(0, (int) random + 1);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "noise");
        noise.setDaemon(true);
        noise.start();
    }

    private static boolean waits(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
    }

    /** How often threads have begun to wait: it grows where they wake each other between two looks. */
    private static long countWaits(List<Thread> threads) {
        long[] ids = threads.stream().mapToLong(Thread::getId).toArray();
        return Arrays.stream(ManagementFactory.getThreadMXBean().getThreadInfo(ids))
            .filter(Objects::nonNull)
            .mapToLong(info -> info.getWaitedCount() + info.getBlockedCount())
            .sum();
    }

    /** A worker of the common pool, a timer of the library: whoever came since and does something may wake ours. */
    private static boolean outsidersMove(ThreadGroup group, Set<Thread> before) {
        for (Thread thread : alive(group.getParent())) {
            boolean isMine = group.parentOf(thread.getThreadGroup() == null ? group : thread.getThreadGroup());
            if (!before.contains(thread) && !isMine && thread.getState() == Thread.State.RUNNABLE) {
                return true;
            }
        }
        return alive(group).stream().anyMatch(t -> t.isDaemon() && !waits(t));
    }

    private static String places(List<Thread> threads) {
        List<String> places = new ArrayList<>();
        for (Thread thread : threads) {
            StackTraceElement[] stack = thread.getStackTrace();
            var mine = Arrays.stream(stack).filter(frame -> CLASSES.containsKey(frame.getClassName())).findFirst();
            mine.ifPresent(frame -> places.add(thread.getState() + " at " + frame));
        }
        places.sort(null);
        return places.toString();
    }

    private static List<Thread> alive(ThreadGroup group) {
        Thread[] threads = new Thread[64];
        int count = group.enumerate(threads);
        return new ArrayList<>(Arrays.asList(threads).subList(0, count));
    }

    /** Defines the program's classes anew for each run; their bytes are read once. */
    private static final class Loader extends ClassLoader {
        private final Path classes;

        Loader(Path classes) {
            super("app", ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = CLASSES.computeIfAbsent(name, this::read);
            if (bytes.length == 0) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            try {
                return Files.newInputStream(classes.resolve(name));
            } catch (IOException e) {
                return super.getResourceAsStream(name);
            }
        }

        private byte[] read(String name) {
            Path file = classes.resolve(name.replace('.', '/') + ".class");
            try {
                return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
