import java.util.concurrent.atomic.LongAdder;

// Where two additions meet, one goes to a cell of its own, and the cells are reset one after the other.
public class SumIsResetInParts {
    public static void main(String[] args) {
        LongAdder hits = new LongAdder();
        new Thread(hits::increment).start();
        new Thread(() -> {
            hits.increment();
            hits.reset();
        }).start();
        long first = hits.sum();
        long second = hits.sum();
        assert first != 2 || second != 1; //~ assertion-failure
    }
}
