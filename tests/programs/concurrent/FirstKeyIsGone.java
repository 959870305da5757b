import java.util.concurrent.ConcurrentSkipListMap;

public class FirstKeyIsGone {
    public static void main(String[] args) {
        ConcurrentSkipListMap<Long, String> timers = new ConcurrentSkipListMap<>();
        timers.put(5L, "tea");
        new Thread(timers::pollFirstEntry).start();
        if (!timers.isEmpty()) {
            timers.firstKey(); //~ uncaught-exception "NoSuchElementException"
        }
    }
}
