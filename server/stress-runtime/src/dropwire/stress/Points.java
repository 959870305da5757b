package dropwire.stress;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scheduling points: rewritten classes call {@link #point} before each operation at which the scheduler may switch.
 *
 * <p>Whether a thread gives way there is random: as long as a number is below the probability, it gives way once more (the loop form of
 * Stoller, Testing Concurrent Java Programs Using Randomized Scheduling, 2002). It yields, spins, or lets others run for some
 * microseconds. Nothing here synchronises with another thread, takes a lock, sleeps or touches an interrupt: the program's own
 * happens-before order stays what it is.
 */
public final class Points {
    /** After so many switches a thread switches 64 times less often, so that long loops end. */
    private static final int MANY = 2_000;

    private static volatile Run run = new Run(0, 0);
    private static final ThreadLocal<Scheduler> SCHEDULER = new ThreadLocal<>();

    private Points() { }

    /** Begins a run: the threads that it starts draw their numbers from this seed. */
    static void begin(long seed, double probability) {
        run = new Run(seed, (long) (probability * (1L << 53)));
    }

    /** A place at which the scheduler may switch. */
    public static void point() {
        Run now = run;
        if (now.threshold == 0) {
            return;
        }
        Scheduler scheduler = SCHEDULER.get();
        if (scheduler == null || scheduler.run != now) {
            scheduler = new Scheduler(now);
            SCHEDULER.set(scheduler);
        }
        scheduler.point();
    }

    private static final class Run {
        final long seed;
        /** The probability, of 2 to the power of 53. */
        final long threshold;
        /** Threads so far. */
        final AtomicInteger threads = new AtomicInteger();

        Run(long seed, long threshold) {
            this.seed = seed;
            this.threshold = threshold;
        }
    }

    /** What one thread draws in one run: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
    private static final class Scheduler {
        private static final long GOLDEN = 0x9e3779b97f4a7c15L;

        final Run run;
        private long state;
        private int switches;

        Scheduler(Run run) {
            this.run = run;
            this.state = mix(run.seed + GOLDEN * run.threads.incrementAndGet());
        }

        void point() {
            long threshold = switches > MANY ? run.threshold >>> 6 : run.threshold;
            while (next() >>> 11 < threshold) {
                switches++;
                giveWay();
            }
        }

        private void giveWay() {
            int how = (int) (next() >>> 60);
            if (how < 8) {
                Thread.yield();
            } else if (how < 11) {
                for (long left = next() >>> 53; left > 0; left--) {
                    spun = left;
                }
            } else {
                // 16 to 128 microseconds; one in five times up to two milliseconds.
                long nanos = (next() >>> 44) % (how == 15 ? 2_000_000 : 128_000);
                long end = System.nanoTime() + nanos;
                do {
                    Thread.yield();
                } while (System.nanoTime() - end < 0);
            }
        }

        /** Keeps the loop from being taken out. */
        private long spun;

        private long next() {
            state += GOLDEN;
            return mix(state);
        }
    }

    static long mix(long value) {
        value = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        value = (value ^ value >>> 27) * 0x94d049bb133111ebL;
        return value ^ value >>> 31;
    }
}
