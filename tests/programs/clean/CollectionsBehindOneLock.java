import java.util.ArrayList;
import java.util.List;

public class CollectionsBehindOneLock {
    static final List<Integer> NUMBERS = new ArrayList<>();

    static void add(int n) {
        synchronized (NUMBERS) {
            NUMBERS.add(n);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(1));
        other.start();
        add(2);
        other.join();
        assert NUMBERS.size() == 2 && NUMBERS.get(0) + NUMBERS.get(1) == 3;
    }
}
