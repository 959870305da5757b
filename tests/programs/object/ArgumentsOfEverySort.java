// Numbers, texts, constants, collections, functions and plain objects are made up; only with all of them the fields are reached.
//@ target: object
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

public class ArgumentsOfEverySort {
    public static class Part {
        int weight = 1;
    }

    private final Supplier<String> names;
    private final List<String> seen;
    private long last;
    private int count;

    private ArgumentsOfEverySort() {
        throw new AssertionError("private");
    }

    public ArgumentsOfEverySort(Supplier<String> names, List<String> seen, Map<String, Integer> known, Part part) {
        this.names = names;
        this.seen = seen;
        known.put("weight", part.weight);
    }

    public void note(Integer number, long time, double share, char letter, TimeUnit unit, Runnable then) {
        then.run();
        last = unit.toSeconds(time) + number + (long) share + letter; //~ data-race "ArgumentsOfEverySort.last"
    }

    public void count(Function<String, Object> with, String[] more) {
        with.apply(names.get() + seen.size() + more.length);
        count++; //~ data-race "ArgumentsOfEverySort.count"
    }
}
