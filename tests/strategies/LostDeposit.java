import java.util.concurrent.atomic.AtomicInteger;

// A teller reads an account and writes it; another one adds to it in between, unless somebody disturbs its long count.
public class LostDeposit {
    static final AtomicInteger account = new AtomicInteger();
    static final AtomicInteger journal = new AtomicInteger();
    static volatile boolean added;

    public static void main(String[] args) throws InterruptedException {
        Thread hasty = new Thread(() -> {
            int old = account.get();
            account.set(old + 1);
            journal.incrementAndGet();
        });
        Thread careful = new Thread(() -> {
            int before = journal.get();
            for (int i = 0; i < 10; i++) {
                journal.incrementAndGet();
            }
            if (journal.get() == before + 10) {
                account.addAndGet(2);
                added = true;
            }
        });
        Thread clerk = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                journal.incrementAndGet();
            }
        });
        hasty.start();
        careful.start();
        clerk.start();
        hasty.join();
        careful.join();
        assert account.get() == (added ? 3 : 1);
    }
}
