// The first thread reads and writes a balance in two steps, once, before much else: depth-first search varies what comes last,
// and a limit cuts it off long before it gets there. Random runs beside it do.
//@ set: limits.transitions=200000
//@ coverage: limited
//@ reason: the limit of 200000 transitions was reached
public class LostEarlyAmongSixThreads {
    static final class Account {
        private int balance = 10;

        synchronized int get() {
            return balance;
        }

        synchronized void set(int amount) {
            balance = amount;
        }

        synchronized void add(int amount) {
            balance += amount;
        }
    }

    static final Account[] ACCOUNTS = {new Account(), new Account(), new Account(), new Account()};

    static void work(int me) {
        for (int k = 0; k < 4; k++) {
            if (me == 0 && k == 0) {
                ACCOUNTS[3].set(ACCOUNTS[3].get() + 1);
                ACCOUNTS[0].add(-1);
            } else {
                ACCOUNTS[me == 5 && k == 2 ? 3 : (me * 2 + k) % 3].add(-1);
                ACCOUNTS[(me + k + 1) % 3].add(1);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            threads[i] = new Thread(() -> work(me));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int sum = 0;
        for (Account account : ACCOUNTS) {
            sum += account.get();
        }
        assert sum == 40 : sum; //~ assertion-failure
    }
}
