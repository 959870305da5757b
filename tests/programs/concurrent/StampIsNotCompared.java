import java.util.concurrent.atomic.AtomicStampedReference;

public class StampIsNotCompared {
    static final AtomicStampedReference<String> SEAT = new AtomicStampedReference<>("free", 0);
    static volatile int sold;

    static synchronized void count() {
        sold++;
    }

    static void sell() {
        if (SEAT.getReference().equals("free")) {
            SEAT.set("sold", SEAT.getStamp() + 1);
            count();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(StampIsNotCompared::sell);
        other.start();
        sell();
        other.join();
        assert sold == 1; //~ assertion-failure
    }
}
