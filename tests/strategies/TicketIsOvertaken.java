import java.util.concurrent.atomic.AtomicInteger;

// A bakery that takes its ticket in two steps: two customers with one number.
public class TicketIsOvertaken {
    static final int CUSTOMERS = 4;
    static volatile int last;
    static final AtomicInteger served = new AtomicInteger();
    static final AtomicInteger[] counters = new AtomicInteger[CUSTOMERS + 1];

    public static void main(String[] args) {
        for (int i = 0; i <= CUSTOMERS; i++) {
            counters[i] = new AtomicInteger();
        }
        for (int i = 0; i < CUSTOMERS; i++) {
            new Thread(() -> {
                for (int step = 0; step < 5; step++) {
                    served.incrementAndGet();
                }
                int ticket = last + 1;
                last = ticket;
                int same = counters[ticket].incrementAndGet();
                assert same < 3;
            }).start();
        }
    }
}
