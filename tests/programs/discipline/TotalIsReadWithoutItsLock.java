// The total is added to under the lock that its annotation names, and read without.
public class TotalIsReadWithoutItsLock {
    @interface GuardedBy {
        String value();
    }

    @GuardedBy("this")
    private int total;

    synchronized void add(int amount) {
        total += amount;
    }

    int total() {
        return total; //~ lock-discipline "reads TotalIsReadWithoutItsLock.total without the lock"
        //~^ data-race "total"
    }

    public static void main(String[] args) {
        TotalIsReadWithoutItsLock till = new TotalIsReadWithoutItsLock();
        new Thread(() -> till.add(5)).start();
        till.total();
    }
}
