// It says that it is safe for threads; whoever asks for the balance holds no lock.
//@ target: object
//@ assumes: object-under-test
public class BalanceIsReadWithoutItsLock {
    @interface ThreadSafe {
    }

    private final Object lock = new Object();
    private int balance;

    public void pay(int amount) {
        synchronized (lock) {
            balance += amount;
        }
    }

    public int balance() {
        return balance; //~ data-race "BalanceIsReadWithoutItsLock.balance"
    }
}
