//@ assumes: thread-states
import java.util.concurrent.ConcurrentHashMap;

// Both find the entry before one of them removes it; the other one waits for the monitor of the bin.
public class BlockedBeforeItFindsNothing {
    static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        MAP.put(1, 1);
        Thread one = new Thread(() -> MAP.remove(1));
        Thread other = new Thread(() -> MAP.remove(1));
        one.start();
        other.start();
        assert one.getState() != Thread.State.BLOCKED; //~ assertion-failure
    }
}
