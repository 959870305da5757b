// The lock is held for the read, and again for the write: an amount is lost.
//@ target: object
//@ set: object.calls=1
//@ set: object.arguments=1
public class LockIsLetGoBetweenReadAndWrite {
    private int balance;

    public void deposit(int amount) {
        int before = getBalance(); //~ not-linearizable "leaves getBalance() = 1"
        synchronized (this) {
            balance = before + amount;
        }
    }

    public synchronized int getBalance() {
        return balance;
    }
}
