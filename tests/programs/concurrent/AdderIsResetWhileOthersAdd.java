import java.util.concurrent.atomic.LongAdder;

public class AdderIsResetWhileOthersAdd {
    public static void main(String[] args) throws InterruptedException {
        LongAdder hits = new LongAdder();
        Thread other = new Thread(hits::increment);
        other.start();
        long seen = hits.sum();
        hits.reset();
        other.join();
        assert seen + hits.sum() == 1; //~ assertion-failure
    }
}
