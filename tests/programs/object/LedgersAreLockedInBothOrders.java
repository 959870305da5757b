// Each field has its lock, and two methods take the locks in opposite orders.
//@ target: object
//@ findings: 1
public class LedgersAreLockedInBothOrders {
    @interface GuardedBy {
        String value();
    }

    private final Object cash = new Object();
    private final Object bank = new Object();
    @GuardedBy("cash")
    private int inCash;
    @GuardedBy("bank")
    private int inBank;

    public void payIn(int amount) {
        synchronized (cash) {
            synchronized (bank) { //~ deadlock
                inCash -= amount;
                inBank += amount;
            }
        }
    }

    public void withdraw(int amount) {
        synchronized (bank) {
            synchronized (cash) {
                inBank -= amount;
                inCash += amount;
            }
        }
    }
}
