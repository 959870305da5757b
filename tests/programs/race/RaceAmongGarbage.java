import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

// Each thread makes gigabytes of garbage between two steps: whoever follows the schedule collects it, as the search does.
public class RaceAmongGarbage {
    static class Account {
        int balance;
    }

    static byte[] last;

    static void makeGarbage() {
        for (int i = 0; i < 120; i++) {
            byte[] garbage = new byte[1 << 20];
            garbage[i] = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        makeGarbage();
        ReentrantLock lock = new ReentrantLock();
        AtomicInteger turns = new AtomicInteger();
        Account account = new Account();
        Runnable deposit = () -> {
            int before = turns.get();
            lock.lock();
            try {
                makeGarbage();
                turns.incrementAndGet();
            } finally {
                lock.unlock();
            }
            makeGarbage();
            account.balance += before + 1; //~ data-race "balance"
        };
        Thread one = new Thread(deposit);
        Thread other = new Thread(deposit);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
