import java.time.Duration;
import java.util.BitSet;
import java.util.IntSummaryStatistics;

/**
 * Methods that take objects of the library, of which nothing is known but what {@code repOk} says through their public methods. What is wrong with
 * each, if anything is, stands above it.
 */
public class LibraryObjects {
    static boolean repOk(Duration duration) {
        return duration.getNano() >= 0 && duration.getNano() < 1_000_000_000;
    }

    /** Throws for some objects that are none. */
    static boolean repOk(BitSet set) {
        if (set.length() > set.size()) {
            return false;
        }
        long[] words = set.toLongArray();
        return words.length == 0 || words[words.length - 1] != 0;
    }

    static boolean repOk(IntSummaryStatistics all) {
        return all.getCount() == 0
                ? all.getSum() == 0 && all.getMin() == Integer.MAX_VALUE && all.getMax() == Integer.MIN_VALUE
                : all.getCount() > 0 && all.getCount() < 1000 && all.getMin() <= all.getMax();
    }

    //@ sign: verified
    static int sign(Duration duration) {
        if (duration == null) {
            return 0;
        }
        int sign = duration.isNegative() ? -1 : duration.isZero() ? 0 : 1;
        assert sign == duration.compareTo(Duration.ZERO) || sign * duration.compareTo(Duration.ZERO) > 0;
        return sign;
    }

    //@ later: java.lang.ArithmeticException
    static Duration later(Duration duration) {
        return duration == null ? null : duration.plusSeconds(1);
    }

    //@ rounded: java.lang.AssertionError
    static void rounded(Duration duration) {
        if (duration != null && duration.getSeconds() > -1000 && duration.getSeconds() < 1000) {
            assert duration.toSeconds() * 1000 == duration.toMillis();
        }
    }

    //@ accepted: verified
    static void accepted(IntSummaryStatistics all, int value) {
        if (all == null) {
            return;
        }
        long before = all.getCount();
        all.accept(value);
        assert all.getCount() == before + 1 && all.getMin() <= value && all.getMax() >= value;
    }

    //@ spread: java.lang.AssertionError
    static void spread(IntSummaryStatistics all) {
        if (all != null && all.getCount() > 0) {
            assert all.getMax() - all.getMin() >= 0;
        }
    }

    //@ bit: java.lang.AssertionError
    static void bit(BitSet set) {
        assert set == null || !set.get(70);
    }
}
