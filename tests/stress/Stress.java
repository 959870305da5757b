import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/** Runs programs many times, each run in a class loader of its own, and counts what they print. */
public class Stress {
    /** What the threads of one run print; they inherit it from the run's main thread. */
    private static final InheritableThreadLocal<StringBuffer> PRINTED = new InheritableThreadLocal<>();

    /** The programs call it between two statements. */
    public static void pause() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(8)) {
            case 0, 1 -> Thread.yield();
            case 2 -> {
                for (int i = random.nextInt(2000); i > 0; i--) {
                    Thread.onSpinWait();
                }
            }
            case 3 -> {
                if (random.nextInt(4) == 0) {
                    long end = System.nanoTime() + random.nextInt(60_000);
                    while (System.nanoTime() < end) {
                        Thread.yield();
                    }
                }
            }
            default -> { }
        }
    }

    /** Arguments: the folder of the programs' classes, how often each runs, their names. */
    public static void main(String[] args) throws Exception {
        URL[] classes = {Path.of(args[0]).toUri().toURL()};
        int runs = Integer.parseInt(args[1]);
        PrintStream out = System.out;
        System.setOut(new PrintStream(new Collecting(), true));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        for (String name : Arrays.asList(args).subList(2, args.length)) {
            Map<String, Integer> outcomes = new TreeMap<>();
            int stuck = 0;
            // A stuck run costs time and leaves its threads behind: a few of them are enough.
            for (int run = 0; run < runs && stuck < 3; run++) {
                String outcome = once(classes, name);
                outcomes.merge(outcome, 1, Integer::sum);
                stuck += outcome.equals("STUCK") ? 1 : 0;
            }
            outcomes.forEach((outcome, times) -> out.println(name + "\t" + times + "\t" + outcome));
        }
        out.flush();
        // Threads that are stuck do not keep us.
        Runtime.getRuntime().halt(0);
    }

    private static String once(URL[] classes, String name) throws Exception {
        ThreadGroup group = new ThreadGroup(name);
        StringBuffer printed = new StringBuffer();
        URLClassLoader loader = new URLClassLoader(classes, Stress.class.getClassLoader());
        loader.setDefaultAssertionStatus(true);
        Thread main = new Thread(group, () -> {
            PRINTED.set(printed);
            try {
                loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (ReflectiveOperationException e) {
                // The program's own exception ended it: that is an outcome, too.
            }
        });
        main.start();
        long deadline = System.nanoTime() + 10_000_000_000L;
        int quiet = 0;
        for (int round = 0; ; round++) {
            List<Thread> alive = alive(group);
            if (alive.isEmpty()) {
                loader.close();
                return printed.toString().strip();
            }
            // Nobody runs, nobody can be on the way: looked at many times, because states change between two looks.
            boolean moves = alive.stream().anyMatch(t -> !waits(t));
            quiet = moves ? 0 : quiet + 1;
            if (quiet == 40 || System.nanoTime() > deadline) {
                return "STUCK";
            }
            if (round < 50 && quiet == 0) {
                Thread.yield();
            } else {
                Thread.sleep(quiet > 0 ? 5 : 1);
            }
        }
    }

    private static boolean waits(Thread thread) {
        Thread.State state = thread.getState();
        // A thread that waits for the initialisation of a class counts as running; it is stuck if it sleeps for long.
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING || initialising(thread);
    }

    /** A thread that stands at the first instruction that needs a class, without a lock: only long waits count. */
    private static boolean initialising(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0 && thread.getState() == Thread.State.RUNNABLE
            && Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("<clinit>"))
            && !stack[0].getClassName().equals("Stress") && !stack[0].getClassName().startsWith("java.");
    }

    private static List<Thread> alive(ThreadGroup group) {
        Thread[] threads = new Thread[16];
        int count = group.enumerate(threads);
        return new ArrayList<>(Arrays.asList(threads).subList(0, count));
    }

    /** Gives each byte to the run whose thread prints it. */
    private static final class Collecting extends OutputStream {
        @Override
        public void write(int b) {
            StringBuffer printed = PRINTED.get();
            if (printed != null) {
                printed.append((char) b);
            }
        }
    }
}
