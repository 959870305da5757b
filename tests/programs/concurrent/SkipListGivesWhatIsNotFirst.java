//@ verdict: violated
import java.util.concurrent.ConcurrentSkipListMap;

/** Who takes the first entry may have found it before another one was put there. */
public class SkipListGivesWhatIsNotFirst {
    static final ConcurrentSkipListMap<Integer, String> MAP = new ConcurrentSkipListMap<>();
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        MAP.put(5, "five");
        Thread other = new Thread(() -> {
            MAP.put(3, "three");
            seen = MAP.containsKey(5);
        });
        other.start();
        int first = MAP.pollFirstEntry().getKey();
        other.join();
        assert !seen || first != 5; //~ assertion-failure
    }
}
