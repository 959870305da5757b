import java.util.concurrent.atomic.AtomicInteger;

public class CheckThenActOnAtomicInteger {
    static final AtomicInteger TICKETS = new AtomicInteger(1);

    static void buy() {
        if (TICKETS.get() > 0) {
            TICKETS.decrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(CheckThenActOnAtomicInteger::buy);
        Thread b = new Thread(CheckThenActOnAtomicInteger::buy);
        a.start();
        b.start();
        a.join();
        b.join();
        assert TICKETS.get() == 0; //~ assertion-failure
    }
}
