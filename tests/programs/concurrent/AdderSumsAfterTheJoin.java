import java.util.concurrent.atomic.LongAdder;

public class AdderSumsAfterTheJoin {
    public static void main(String[] args) throws InterruptedException {
        LongAdder hits = new LongAdder();
        Thread other = new Thread(() -> hits.add(2));
        other.start();
        hits.increment();
        other.join();
        assert hits.sum() == 3;
    }
}
