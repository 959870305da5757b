import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

public class MemoizedByAFuture {
    static final ConcurrentHashMap<String, FutureTask<Integer>> KNOWN = new ConcurrentHashMap<>();
    static final AtomicInteger RUNS = new AtomicInteger();

    static int get(String key) {
        FutureTask<Integer> mine = new FutureTask<>(RUNS::incrementAndGet);
        FutureTask<Integer> known = KNOWN.putIfAbsent(key, mine);
        if (known == null) {
            mine.run();
            known = mine;
        }
        try {
            return known.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> get("a")).start();
        assert get("a") == 1;
    }
}
