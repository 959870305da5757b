import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

// One of the two is there at each moment, never both.
public class CopiesHoldWhatNeverWasTogether {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> seat = new ConcurrentHashMap<>();
        seat.put("a", 1);
        Thread usher = new Thread(() -> {
            seat.remove("a");
            seat.put("b", 1);
        });
        usher.start();
        int taken = new ConcurrentLinkedQueue<>(seat.keySet()).size();
        usher.join();
        assert taken < 2; //~ assertion-failure
    }
}
