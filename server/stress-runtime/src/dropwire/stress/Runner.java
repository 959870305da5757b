package dropwire.stress;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a program many times in one process, each run in a class loader of its own, and writes down how each run ends: a line for each
 * event, its parts separated by tabs.
 *
 * <p>A run that leaves something behind that the next one would notice (threads that are stuck or go on) is the last one of its
 * process; another one goes on behind it.
 */
public final class Runner {
    /** Where all threads wait for so many looks and so long, nobody wakes them any more. */
    private static final int LOOKS = 60;
    private static final long QUIET_NANOS = 500_000_000L;
    /** The same where some wait for the initialisation of a class, which looks like running. */
    private static final int LOOKS_AT_INITIALISATION = 200;
    private static final long QUIET_NANOS_OF_INITIALISATION = 2_000_000_000L;
    /** Threads that wait and that nobody waits for, of all runs of a process. */
    private static final int MOST_LEFT = 200;
    /** Frames of a stack. */
    private static final int MOST_FRAMES = 40;

    /** Whether what runs is a test: its end is the end of its methods, whatever its threads still do. */
    private static final boolean TESTS = Boolean.getBoolean("dropwire.stress.tests");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static FileOutputStream events;
    private static volatile long current;
    private static volatile boolean ended;
    private static int left;

    private Runner() { }

    /**
     * Arguments: the file of events, the first run, how many, the seed, the probability, milliseconds for a run and for all (0: no limit), class of the
     * program, its arguments.
     */
    public static void main(String[] args) throws Exception {
        events = new FileOutputStream(args[0], true);
        long first = Long.parseLong(args[1]);
        long runs = Long.parseLong(args[2]);
        long seed = Long.parseLong(args[3]);
        double probability = Double.parseDouble(args[4]);
        long limit = Long.parseLong(args[5]) * 1_000_000L;
        long until = Long.parseLong(args[6]) * 1_000_000L;
        long begun = System.nanoTime();
        boolean alone = Boolean.getBoolean("dropwire.stress.alone");
        String program = args[7];
        String[] own = Arrays.copyOfRange(args, 8, args.length);
        System.setProperty("java.class.path", System.getProperty("dropwire.stress.class.path"));
        System.setOut(silent());
        System.setErr(silent());
        Thread.setDefaultUncaughtExceptionHandler(Runner::died);
        Runtime.getRuntime().addShutdownHook(new Thread(Runner::exits, "dropwire"));
        for (long run = first; run < first + runs; run++) {
            if (run > first && until > 0 && System.nanoTime() - begun > until) {
                break;
            }
            current = run;
            ended = false;
            report("begin", run);
            ClassLoader loader = alone ? ClassLoader.getSystemClassLoader() : new Loader(Runner.class.getClassLoader());
            Points.begin(Points.mix(seed + 0x9e3779b97f4a7c15L * run), probability);
            String end = once(loader, program, own.clone(), limit);
            if (alone && end.equals("ended")) {
                // As a JVM ends: with the program's hooks, whose exceptions count.
                ended = true;
                Thread hooks = new Thread(() -> System.exit(0));
                report("end", run, end);
                hooks.start();
                hooks.join();
            }
            report("end", run, end);
            ended = true;
            if (!end.equals("ended") || left > MOST_LEFT) {
                Runtime.getRuntime().halt(0);
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static PrintStream silent() {
        return new PrintStream(new OutputStream() {
            @Override
            public void write(int b) { }

            @Override
            public void write(byte[] bytes, int from, int length) { }
        });
    }

    /** Runs the program once; how that ended. */
    private static String once(ClassLoader loader, String program, String[] args, long limit) throws Exception {
        ThreadGroup group = new ThreadGroup("main");
        Set<Thread> before = new HashSet<>(alive(group.getParent()));
        Thread main = new Thread(group, () -> start(loader, program, args), "main");
        main.setContextClassLoader(loader);
        main.start();
        String end = new Watch(group, TESTS ? main : null, before, limit).end();
        if (!end.equals("ended")) {
            return end;
        }
        return settles(group) ? end : "goes-on";
    }

    private static void start(ClassLoader loader, String program, String[] args) {
        Method main;
        try {
            main = mainOf(Class.forName(program, false, loader));
        } catch (ReflectiveOperationException | LinkageError e) {
            cannotRun(e.toString());
            return;
        }
        try {
            main.invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            leaves(e.getCause());
        } catch (IllegalAccessException | Error e) {
            // The class itself could not be initialised.
            leaves(e);
        }
    }

    /** There is nothing that could run, and why. */
    static void cannotRun(String why) {
        report("broken", current, why);
    }

    /** To the thread's own handler, or that of all. */
    static void leaves(Throwable why) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, why);
    }

    private static Method mainOf(Class<?> program) throws NoSuchMethodException {
        for (Class<?> type = program; type != null; type = type.getSuperclass()) {
            try {
                Method method = type.getDeclaredMethod("main", String[].class);
                if (Modifier.isStatic(method.getModifiers())) {
                    method.setAccessible(true);
                    return method;
                }
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        throw new NoSuchMethodException(program.getName() + " has no static main(String[])");
    }

    /** Whether what a run leaves behind is quiet: no daemon that goes on. */
    private static boolean settles(ThreadGroup group) throws InterruptedException {
        for (int look = 0; look < 20; look++) {
            List<Thread> daemons = alive(group);
            if (daemons.stream().allMatch(Runner::waits)) {
                left += daemons.size();
                return true;
            }
            Thread.sleep(1);
        }
        return false;
    }

    private static void died(Thread thread, Throwable why) {
        if (why instanceof ThreadDeath) {
            return;
        }
        String kind = why instanceof AssertionError ? "assertion" : "exception";
        List<Object> line = new ArrayList<>(Arrays.asList("thrown", current, kind));
        String message;
        try {
            message = why.getMessage();
        } catch (Throwable e) {
            message = null;
        }
        line.addAll(Arrays.asList(why.getClass().getName(), message == null ? "" : message, thread.getName()));
        addFrames(line, why.getStackTrace());
        report(line.toArray());
    }

    /** The program ends the process. */
    private static void exits() {
        if (!ended) {
            report("exit", current);
        }
    }

    private static void addFrames(List<Object> line, StackTraceElement[] stack) {
        for (StackTraceElement frame : Arrays.asList(stack).subList(0, Math.min(stack.length, MOST_FRAMES))) {
            String file = frame.getFileName() == null ? "" : frame.getFileName();
            line.addAll(Arrays.asList(frame.getClassName(), frame.getMethodName(), file, frame.getLineNumber()));
            line.add(Loader.isRewritten(frame.getClassName()));
        }
    }

    static boolean waits(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING || state == Thread.State.TERMINATED;
    }

    static List<Thread> alive(ThreadGroup group) {
        Thread[] threads = new Thread[64];
        int count = group.enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[2 * threads.length];
            count = group.enumerate(threads);
        }
        return new ArrayList<>(Arrays.asList(threads).subList(0, count));
    }

    /** Writes one event, in one piece. */
    private static synchronized void report(Object... parts) {
        StringBuilder line = new StringBuilder();
        for (Object part : parts) {
            if (line.length() > 0) {
                line.append('\t');
            }
            String text = String.valueOf(part);
            for (int at = 0; at < text.length(); at++) {
                char letter = text.charAt(at);
                switch (letter) {
                    case '\\': line.append("\\\\"); break;
                    case '\t': line.append("\\t"); break;
                    case '\n': line.append("\\n"); break;
                    case '\r': line.append("\\r"); break;
                    default: line.append(letter);
                }
            }
        }
        line.append('\n');
        try {
            events.write(line.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // Nobody could be asked any more.
            Runtime.getRuntime().halt(3);
        }
    }

    /** Looks at the threads of one run until they have ended, or until it is clear that they will not. */
    private static final class Watch {
        private final ThreadGroup group;
        /** The thread with whose end the run ends, or null for all. */
        private final Thread last;
        private final Set<Thread> before;
        private final long begun = System.nanoTime();
        private final long limit;
        private int quiet;
        private long quietSince;
        private long waits;
        private long lastSearched;

        Watch(ThreadGroup group, Thread last, Set<Thread> before, long limit) {
            this.group = group;
            this.last = last;
            this.before = before;
            this.limit = limit;
        }

        String end() throws InterruptedException {
            for (int round = 0; ; round++) {
                List<Thread> mine = alive(group);
                mine.removeIf(Thread::isDaemon);
                if (mine.isEmpty() || last != null && !last.isAlive()) {
                    return "ended";
                }
                if (isDeadlocked(mine)) {
                    return "deadlock";
                }
                if (isQuiet(mine)) {
                    mine.forEach(thread -> reportWaiting(thread.getId()));
                    return "hang";
                }
                if (System.nanoTime() - begun > limit) {
                    mine.forEach(thread -> reportWaiting(thread.getId()));
                    return "no-end";
                }
                if (round < 200) {
                    LockSupport.parkNanos(50_000);
                } else {
                    Thread.sleep(quiet > 0 ? 5 : 1);
                }
            }
        }

        /** A cycle of threads that wait for monitors or locks of each other. */
        private boolean isDeadlocked(List<Thread> mine) {
            long now = System.nanoTime();
            if (now - lastSearched < 10_000_000L || mine.stream().noneMatch(Runner::waits)) {
                return false;
            }
            lastSearched = now;
            long[] cycle = THREADS.findDeadlockedThreads();
            if (cycle == null) {
                return false;
            }
            for (long id : cycle) {
                reportWaiting(id);
            }
            return true;
        }

        /** Whether nobody has moved for long, and nobody is left who could make them move. */
        private boolean isQuiet(List<Thread> mine) {
            boolean initialise = mine.stream().anyMatch(thread -> !waits(thread));
            boolean move = mine.stream().anyMatch(thread -> !waits(thread) && !mayInitialise(thread)) || othersMove();
            long now = move ? waits : signature(mine);
            if (move || now != waits) {
                quiet = 0;
                waits = now;
                return false;
            }
            if (quiet++ == 0) {
                quietSince = System.nanoTime();
            }
            long quietFor = System.nanoTime() - quietSince;
            return initialise
                ? quiet > LOOKS_AT_INITIALISATION && quietFor > QUIET_NANOS_OF_INITIALISATION
                : quiet > LOOKS && quietFor > QUIET_NANOS;
        }

        /** It grows where threads wait anew, or use the processor. */
        private long signature(List<Thread> mine) {
            long sum = mine.size();
            for (Thread thread : mine) {
                ThreadInfo info = THREADS.getThreadInfo(thread.getId());
                if (info != null) {
                    sum += info.getWaitedCount() + info.getBlockedCount();
                }
                if (!waits(thread) && THREADS.isThreadCpuTimeSupported()) {
                    sum += THREADS.getThreadCpuTime(thread.getId());
                }
            }
            return sum;
        }

        /** A thread that waits until another one has initialised a class counts as running; a native method may be anything. */
        private static boolean mayInitialise(Thread thread) {
            if (thread.getState() != Thread.State.RUNNABLE) {
                return false;
            }
            StackTraceElement[] stack = thread.getStackTrace();
            return stack.length > 0 && !stack[0].isNativeMethod() && !stack[0].getClassName().startsWith("java.");
        }

        /** A daemon, a worker of the common pool, a timer of the library. */
        private boolean othersMove() {
            for (Thread thread : alive(group.getParent())) {
                ThreadGroup of = thread.getThreadGroup();
                boolean mine = of != null && group.parentOf(of);
                if (before.contains(thread) || mine && !thread.isDaemon()) {
                    continue;
                }
                boolean timer = thread.getName().contains("DelayScheduler") || thread.getName().contains("unparker");
                boolean sleeps = thread.getState() == Thread.State.TIMED_WAITING;
                if (!waits(thread) && (!sleeps || mine || timer)) {
                    return true;
                }
            }
            return false;
        }

        private static void reportWaiting(long id) {
            ThreadInfo info = THREADS.getThreadInfo(id, Integer.MAX_VALUE);
            if (info == null) {
                return;
            }
            LockInfo lock = info.getLockInfo();
            String owner = info.getLockOwnerName() == null ? "" : info.getLockOwnerName();
            List<Object> line = new ArrayList<>(Arrays.asList("waits", current, info.getThreadName(), info.getThreadState()));
            line.addAll(Arrays.asList(lock == null ? "" : lock.getClassName(), owner));
            addFrames(line, info.getStackTrace());
            report(line.toArray());
        }
    }
}
