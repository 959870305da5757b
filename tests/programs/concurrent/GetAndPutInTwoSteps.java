import java.util.concurrent.ConcurrentHashMap;

public class GetAndPutInTwoSteps {
    static final ConcurrentHashMap<String, Integer> COUNTS = new ConcurrentHashMap<>();

    static void count(String word) {
        COUNTS.put(word, COUNTS.getOrDefault(word, 0) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count("a"));
        other.start();
        count("a");
        other.join();
        assert COUNTS.get("a") == 2; //~ assertion-failure
    }
}
