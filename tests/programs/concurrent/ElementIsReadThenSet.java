import java.util.concurrent.atomic.AtomicIntegerArray;

public class ElementIsReadThenSet {
    static final AtomicIntegerArray HITS = new AtomicIntegerArray(2);

    static void hit(int index) {
        HITS.set(index, HITS.get(index) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> hit(1));
        other.start();
        hit(1);
        other.join();
        assert HITS.get(1) == 2; //~ assertion-failure
    }
}
