// Both accounts are changed and read under one lock.
//@ target: object
//@ set: object.calls=2
public class AccountsAreReadTogether {
    private int one = 1;
    private int other;

    public synchronized void move() {
        one--;
        other++;
    }

    public synchronized int total() {
        return one + other;
    }

    synchronized boolean invariant() {
        return one + other == 1;
    }
}
